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

function topLine(editor: CodeEditor): number {
  const first = editor.getVisibleRanges()[0]?.startLineNumber ?? 1;
  const top = editor.getTopForLineNumber(first);
  const height = Math.max(1, editor.getTopForLineNumber(first + 1) - top);
  return first + Math.min(0.99, Math.max(0, (editor.getScrollTop() - top) / height));
}

function topOf(editor: CodeEditor, line: number): number {
  const first = Math.floor(line);
  const top = editor.getTopForLineNumber(first);
  return top + (editor.getTopForLineNumber(first + 1) - top) * (line - first);
}
