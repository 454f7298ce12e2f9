import { ApiError } from '@/lib/api/api-error';
import { readDocument } from '@/lib/api/client';
import type { DocumentView } from '@/lib/api/types';
import { type DiskText, isDirty, type OpenDocument, useDocuments } from './document-store';

/**
 * Brings an open document up to what another tool has written. Clean text follows at once, as an edit that keeps the
 * cursor and can be undone; unsaved text stays, and the difference is offered. Own saves are no news.
 */
export async function followDisk(
  path: string,
  hash: string | null,
  read: (path: string) => Promise<DocumentView> = readDocument,
): Promise<void> {
  const before = current(path);
  if (!isSettled(before) || before.base.hash === hash) return;
  const view = await read(path).catch(() => null);
  const now = current(path);
  if (!view || !isSettled(now) || now.base !== before.base) return;
  const disk: DiskText = { text: view.text, hash: view.content_hash };
  if (disk.hash !== now.base.hash) useDocuments.getState().patch(path, followed(now, disk));
}

/** Tells that the file is gone. What only stands in this page stays in it. */
export function leaveDisk(path: string, movedTo: string | null = null): void {
  const document = current(path);
  if (!isSettled(document)) return;
  const error =
    movedTo === null ? DELETED : new ApiError(404, 'moved', `The document now lies at ${movedTo}.`, MOVED_HINT);
  const { patch } = useDocuments.getState();
  if (isDirty(document)) patch(path, { save: { kind: 'not_saved', error } });
  else patch(path, { phase: 'failed', error });
}

const DELETED = new ApiError(
  404,
  'deleted',
  'The document was deleted.',
  'It may lie in the trash; unsaved text can be copied into a new document.',
);
const MOVED_HINT = 'Open it there; unsaved text can be copied over.';

function followed(document: OpenDocument, disk: DiskText): Partial<OpenDocument> {
  if (!isDirty(document)) return { text: disk.text, base: disk, conflict: null };
  // Somebody wrote the very same text.
  if (disk.text === document.text) return { base: disk, conflict: null };
  const comparing = document.conflict?.comparing ?? false;
  return { conflict: { disk, cause: 'disk', comparing, again: false } };
}

function isSettled(document: OpenDocument | undefined): document is OpenDocument {
  return document?.phase === 'ready' && document.save.kind !== 'saving';
}

function current(path: string): OpenDocument | undefined {
  return useDocuments.getState().documents[path];
}
