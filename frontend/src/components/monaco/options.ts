import type { monaco } from './monaco';

/** What the editor and the diff have in common. */
export const SHARED_OPTIONS: monaco.editor.IEditorOptions = {
  automaticLayout: true,
  fontFamily: 'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", monospace',
  fontSize: 14,
  lineHeight: 21,
  wordWrap: 'on',
  fixedOverflowWidgets: true,
  scrollBeyondLastLine: false,
  smoothScrolling: false,
  renderLineHighlight: 'line',
  renderFinalNewline: 'on',
  // Unasked, Monaco stops the page with the browser's own dialog and offers to change the text.
  unusualLineTerminators: 'off',
  // Signs that turn the direction of a line are shown: a command must read as it runs.
  renderControlCharacters: true,
  scrollbar: { verticalScrollbarSize: 12, horizontalScrollbarSize: 12, useShadows: false },
  overviewRulerBorder: false,
  padding: { top: 8, bottom: 8 },
};
