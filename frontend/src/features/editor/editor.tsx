'use client';
import { useEffect, useRef } from 'react';
import { keepViewState, modelOf, viewStateOf } from '@/components/monaco/models';
import { monaco } from '@/components/monaco/monaco';
import styles from '@/components/monaco/monaco.module.css';
import { SHARED_OPTIONS } from '@/components/monaco/options';
import { applyTheme } from '@/components/monaco/theme';
import type { OpenDocument } from '@/lib/documents/document-store';
import { isLarge } from '@/lib/documents/large';
import { useLayout } from '@/lib/layout-store';
import { useTheme } from '@/lib/theme';
import { followLinks } from './follow-links';
import { followScroll } from './follow-scroll';
import { takeImages } from './image-upload';
import { useMarkdownSupport } from './markdown-support';
import { useRevealedLines } from './revealed-lines';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

const READ_ONLY = 'This document is read-only: its source lies outside the documents’ folder.';

/** One Monaco editor for every document: switching tabs swaps its model and keeps undo, folds and place. */
export function Editor({ document }: { document: OpenDocument }) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const theme = useTheme((state) => state.theme);

  useEffect(() => {
    if (!host.current) return;
    editor.current = createEditor(host.current);
    return () => {
      editor.current?.dispose();
      editor.current = null;
    };
  }, []);

  useShownDocument(editor, document);
  useRevealedLines(editor, document);
  useFocusOnCall(editor);
  useMarkdownSupport();
  useEffect(() => applyTheme(monaco, theme), [theme]);

  return <div ref={host} className={`${styles.host} monaco-component`} data-testid="editor" />;
}

function createEditor(host: HTMLElement): CodeEditor {
  const created = monaco.editor.create(host, {
    ...SHARED_OPTIONS,
    model: null,
    ariaLabel: 'Document text. Press Control+M to let Tab leave the editor.',
    minimap: { enabled: false },
    stickyScroll: { enabled: false },
    quickSuggestions: false,
    wordBasedSuggestions: 'off',
    occurrencesHighlight: 'off',
    folding: true,
    readOnlyMessage: { value: READ_ONLY },
  });
  const tellCursor = () => {
    const position = created.getPosition();
    if (position) useLayout.getState().set({ cursor: { line: position.lineNumber, column: position.column } });
  };
  created.onDidChangeCursorPosition(tellCursor);
  created.onDidChangeCursorSelection(({ selection: { startLineNumber: from, endLineNumber: to } }) =>
    useLayout.getState().set({ selection: from === to ? null : { from, to } }),
  );
  created.onDidChangeModel(tellCursor);
  created.onDidDispose(() => useLayout.getState().set({ cursor: null, selection: null }));
  followLinks(created, host);
  followScroll(created, host);
  takeImages(created, host);
  return created;
}

/** Shows the document's model; what the person saw of it last time comes back with it. */
function useShownDocument(editor: { readonly current: CodeEditor | null }, document: OpenDocument): void {
  const { path, editable } = document;
  const latest = useRef(document);
  latest.current = document;
  useEffect(() => {
    const shown = editor.current;
    if (!shown) return;
    // Before the model: breaking every line of a large text would stop the page for a second.
    shown.updateOptions({ wordWrap: isLarge(latest.current.text) ? 'off' : 'on' });
    shown.setModel(modelOf(latest.current));
    shown.restoreViewState(viewStateOf(path));
    return () => keepViewState(path, shown.saveViewState());
  }, [editor, path]);
  useEffect(() => editor.current?.updateOptions({ readOnly: !editable }), [editor, editable]);
}

/** Quick open may call before this editor is there, so calls are counted; the frame lets its dialog give the focus back. */
function useFocusOnCall(editor: { readonly current: CodeEditor | null }): void {
  const calls = useLayout((state) => state.editorFocus);
  const answered = useRef(0);
  useEffect(() => {
    if (calls === answered.current) return;
    answered.current = calls;
    requestAnimationFrame(() => editor.current?.focus());
  }, [editor, calls]);
}
