import { monaco } from '@/components/monaco/monaco';
import { useDocuments } from '@/lib/documents/document-store';
import { openInPassing } from '@/lib/documents/open-document';
import { resolveLink } from '@/lib/links';
import { isWebAddress, type LinkSpan, linkAt } from './markdown-links';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;
type Position = monaco.IPosition;

/**
 * Ctrl+click or Alt+Enter opens the link at that place, and a link under the pointer is underlined while Ctrl is held.
 * Monaco's own links would look through the whole text at every pause, in a worker that nothing else needs.
 */
export function followLinks(editor: CodeEditor, host: HTMLElement): void {
  const ahead = editor.createDecorationsCollection();
  editor.onMouseMove(({ target, event }) => ahead.set(asks(event) ? underline(editor, target.position) : []));
  editor.onMouseDown(({ target, event }) => {
    if (asks(event) && event.leftButton) follow(editor, target.position);
  });
  editor.addAction({
    id: 'glyph.followLink',
    label: 'Open the link',
    keybindings: [monaco.KeyMod.Alt | monaco.KeyCode.Enter],
    contextMenuGroupId: 'navigation',
    run: () => follow(editor, editor.getPosition()),
  });
  const forget = () => ahead.clear();
  host.addEventListener('keyup', forget);
  editor.onDidDispose(() => host.removeEventListener('keyup', forget));
}

function asks({ ctrlKey, metaKey }: { readonly ctrlKey: boolean; readonly metaKey: boolean }): boolean {
  return ctrlKey || metaKey;
}

function linkUnder(editor: CodeEditor, position: Position | null): LinkSpan | null {
  const line = position && editor.getModel()?.getLineContent(position.lineNumber);
  return line ? linkAt(line, position.column - 1) : null;
}

function underline(editor: CodeEditor, position: Position | null): monaco.editor.IModelDeltaDecoration[] {
  const link = linkUnder(editor, position);
  if (!link || !position) return [];
  const { lineNumber } = position;
  const range = new monaco.Range(lineNumber, link.start + 1, lineNumber, link.end + 1);
  return [{ range, options: { inlineClassName: 'glyph-link-ahead' } }];
}

function follow(editor: CodeEditor, position: Position | null): void {
  const target = linkUnder(editor, position)?.target;
  if (target === undefined) return;
  if (isWebAddress(target)) {
    window.open(target, '_blank', 'noopener,noreferrer');
    return;
  }
  const { active } = useDocuments.getState();
  const place = active === null ? null : resolveLink(active, target);
  if (place) void openInPassing(place.path, place);
}
