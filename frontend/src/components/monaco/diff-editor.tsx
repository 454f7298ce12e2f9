'use client';
import { type ReactNode, useEffect, useRef } from 'react';
import type { OpenDocument } from '@/lib/documents/document-store';
import { useTheme } from '@/lib/theme';
import frame from './diff-editor.module.css';
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
  /** Shown beside the labels. */
  readonly actions?: ReactNode;
}

/** Two texts under their names. The document's own model is on the right, so that editing goes on in the diff. */
export function DiffEditor({ document, original, originalLabel, modifiedLabel, actions }: DiffEditorProps) {
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
    editor.setModel({ original: left, modified });
    return () => {
      editor.dispose();
      left.dispose();
    };
  }, [original, modified, originalLabel, modifiedLabel]);

  useEffect(() => applyTheme(monaco, theme), [theme]);

  return (
    <div className={frame.pane}>
      <div className={frame.head}>
        <div className={frame.sides} aria-hidden="true">
          <span data-side="left">{originalLabel}</span>
          <span data-side="right">{modifiedLabel}</span>
        </div>
        {actions ? <div className={frame.actions}>{actions}</div> : null}
      </div>
      <div className={frame.diff}>
        <div ref={host} className={`${styles.host} monaco-component`} data-testid="diff-editor" />
      </div>
    </div>
  );
}
