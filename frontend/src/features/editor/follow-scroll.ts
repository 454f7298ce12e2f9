import type { monaco } from '@/components/monaco/monaco';
import { useDocuments } from '@/lib/documents/document-store';
import { announceScroll, lead, onScroll } from '@/lib/scroll-link';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

/** Keeps editor and preview at the same source line, whichever of the two is being scrolled. */
export function followScroll(editor: CodeEditor, host: HTMLElement): void {
  const takeLead = () => lead('editor');
  for (const event of ['pointerdown', 'pointerenter', 'wheel', 'keydown', 'focusin']) {
    host.addEventListener(event, takeLead, { passive: true });
  }
  editor.onDidScrollChange(({ scrollTopChanged }) => {
    const path = useDocuments.getState().active;
    if (scrollTopChanged && path !== null) announceScroll({ from: 'editor', path, line: topLine(editor) });
  });
  const stop = onScroll(({ from, line }) => {
    if (from === 'preview') editor.setScrollTop(topOf(editor, line));
  });
  editor.onDidDispose(stop);
}

/** Looked up by height, not by Monaco's visible ranges: while a scroll is being told, those are still the old ones. */
function topLine(editor: CodeEditor): number {
  const scrolled = editor.getScrollTop();
  let first = 1;
  let last = editor.getModel()?.getLineCount() ?? 1;
  while (first < last) {
    const middle = Math.ceil((first + last) / 2);
    if (editor.getTopForLineNumber(middle) <= scrolled) first = middle;
    else last = middle - 1;
  }
  const top = editor.getTopForLineNumber(first);
  const height = Math.max(1, editor.getTopForLineNumber(first + 1) - top);
  return first + Math.min(0.99, Math.max(0, (scrolled - top) / height));
}

function topOf(editor: CodeEditor, line: number): number {
  const first = Math.floor(line);
  const top = editor.getTopForLineNumber(first);
  return top + (editor.getTopForLineNumber(first + 1) - top) * (line - first);
}
