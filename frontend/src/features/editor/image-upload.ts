import type { monaco } from '@/components/monaco/monaco';
import { ApiError } from '@/lib/api/api-error';
import { storeAsset } from '@/lib/api/client';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { useFileActions } from '@/lib/documents/file-actions';
import { assetPath, imageLink } from './asset-path';

type CodeEditor = monaco.editor.IStandaloneCodeEditor;

/** Images that are pasted or dropped are stored beside the document, and a link to them stands where the cursor is. */
export function takeImages(editor: CodeEditor, host: HTMLElement): void {
  const take = (event: Event, transfer: DataTransfer | null) => {
    const images = [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
    const document = activeDocument(useDocuments.getState());
    if (images.length === 0 || !document?.editable) return;
    event.preventDefault();
    event.stopPropagation();
    void insertAll(editor, document.path, images);
  };
  const onPaste = (event: ClipboardEvent) => take(event, event.clipboardData);
  const onDrop = (event: DragEvent) => take(event, event.dataTransfer);
  // Before Monaco, which would paste the name of the file.
  host.addEventListener('paste', onPaste, { capture: true });
  host.addEventListener('drop', onDrop, { capture: true });
  editor.onDidDispose(() => {
    host.removeEventListener('paste', onPaste, { capture: true });
    host.removeEventListener('drop', onDrop, { capture: true });
  });
}

async function insertAll(editor: CodeEditor, path: string, images: readonly File[]): Promise<void> {
  try {
    for (const image of images) await insert(editor, path, image);
  } catch (reason) {
    useFileActions.getState().set({ failure: ApiError.of(reason) });
  }
}

async function insert(editor: CodeEditor, path: string, image: File): Promise<void> {
  const hash = await hashOf(image);
  const { path: stored } = await storeAsset(assetPath(path, image, hash), image);
  const selection = editor.getSelection();
  // Another document may be shown by now: its text is not to be written into.
  if (!selection || useDocuments.getState().active !== path) return;
  editor.executeEdits('image', [{ range: selection, text: imageLink(path, stored), forceMoveMarkers: true }]);
}

async function hashOf(image: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await image.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
