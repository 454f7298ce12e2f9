'use client';
import { useEffect, useRef } from 'react';
import type { OpenDocument } from '@/lib/documents/document-store';
import { useTheme } from '@/lib/theme';
import { modelOf } from './models';
import { monaco } from './monaco';
import styles from './monaco.module.css';
import { SHARED_OPTIONS } from './options';
import { applyTheme } from './theme';

interface DiffEditorProps {
  readonly document: OpenDocument;
  /** The read-only text on the left. */
  readonly original: string;
  readonly originalLabel: string;
  readonly modifiedLabel: string;
}

/** The document's own model on the right, so that editing goes on in the diff. */
export function DiffEditor({ document, original, originalLabel, modifiedLabel }: DiffEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const theme = useTheme((state) => state.theme);
  const modified = modelOf(document);

  useEffect(() => {
    if (!host.current) return;
    const left = monaco.editor.createModel(original, modified.getLanguageId());
    const editor = monaco.editor.createDiffEditor(host.current, {
      ...SHARED_OPTIONS,
      originalEditable: false,
      renderSideBySide: true,
      useInlineViewWhenSpaceIsLimited: true,
      hideUnchangedRegions: { enabled: true },
      originalAriaLabel: originalLabel,
      modifiedAriaLabel: modifiedLabel,
      renderOverviewRuler: false,
    });
    const compared = editor.createViewModel({ original: left, modified });
    editor.setModel(compared);
    // The labels above reach one of the two text fields only.
    editor.getOriginalEditor().updateOptions({ ariaLabel: originalLabel });
    editor.getModifiedEditor().updateOptions({ ariaLabel: modifiedLabel });
    return () => {
      editor.setModel(null);
      editor.dispose();
      compared.dispose(); // the editor does not: a comparison under way would complain that its texts are gone
      left.dispose();
    };
  }, [original, modified, originalLabel, modifiedLabel]);

  useEffect(() => applyTheme(monaco, theme), [theme]);

  return <div ref={host} className={`${styles.host} monaco-component`} data-testid="diff-editor" />;
}
