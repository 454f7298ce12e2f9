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
