import { ApiError } from '@/lib/api/api-error';
import { readDocument, startIndexUpdate, writeDocument } from '@/lib/api/client';
import { untilEnded } from '@/lib/api/jobs';
import type { DocumentView, Job, SaveResult } from '@/lib/api/types';
import { type OpenDocument, useDocuments } from './document-store';
import { afterRetry, afterSave, IDLE, whileRetrying } from './save-state';

/** What saving asks of the API; tests hand in their own. */
export interface SaveApi {
  write(path: string, text: string, hash: string): Promise<SaveResult>;
  read(path: string): Promise<DocumentView>;
  update(): Promise<Job>;
}

const REST: SaveApi = {
  write: writeDocument,
  read: readDocument,
  update: async () => untilEnded(await startIndexUpdate()),
};

/** Saves the document over the version it was opened with, and has it indexed. Resolves when the outcome is known. */
export async function saveDocument(path: string, api: SaveApi = REST): Promise<void> {
  const document = current(path);
  if (document?.phase !== 'ready' || !document.editable || document.save.kind === 'saving') return;
  // An unsettled conflict is settled by a person: saving again only shows it again.
  if (document.conflict) return patch(path, { conflict: { ...document.conflict, comparing: true } });
  await save(document, document.base.hash, api);
}

/** Saves over what the disk holds now. The disk may have changed once more; then the diff is shown again. */
export async function overwriteDisk(path: string, api: SaveApi = REST): Promise<void> {
  const document = current(path);
  if (document?.conflict && document.save.kind !== 'saving') await save(document, document.conflict.disk.hash, api);
}

/** Puts the disk's newest known text into the editor, as an edit that can be undone. */
export function takeDisk(path: string): void {
  const document = current(path);
  if (!document) return;
  const disk = document.conflict?.disk ?? document.base;
  patch(path, { text: disk.text, base: disk, conflict: null, restored: false, save: IDLE });
}

export function keepEditing(path: string): void {
  const conflict = current(path)?.conflict;
  if (conflict) patch(path, { conflict: { ...conflict, comparing: false } });
}

async function save(document: OpenDocument, hash: string, api: SaveApi): Promise<void> {
  const { path, text } = document;
  patch(path, { save: { kind: 'saving' } });
  try {
    const result = await api.write(path, text, hash);
    patch(path, {
      base: { text, hash: result.content_hash },
      save: afterSave(result),
      conflict: null,
      restored: false,
    });
  } catch (reason) {
    const error = ApiError.of(reason);
    if (error.code === 'stale_document') await showConflict(path, text, api);
    else patch(path, { save: { kind: 'not_saved', error } });
  }
}

async function showConflict(path: string, text: string, api: SaveApi): Promise<void> {
  try {
    const view = await api.read(path);
    const disk = { text: view.text, hash: view.content_hash };
    // Somebody wrote the very same text: nothing is left to decide.
    if (disk.text === text) return patch(path, { base: disk, save: IDLE, conflict: null, restored: false });
    const again = current(path)?.conflict?.comparing ?? false;
    patch(path, { save: IDLE, conflict: { disk, cause: 'save', comparing: true, again } });
  } catch (reason) {
    patch(path, { save: { kind: 'not_saved', error: ApiError.of(reason) } });
  }
}

/** Has the index catch up with a document that is saved but was not indexed. */
export async function retryIndexing(path: string, api: SaveApi = REST): Promise<void> {
  const document = current(path);
  if (document?.save.kind !== 'index_failed' || document.save.retrying) return;
  patch(path, { save: whileRetrying(document.save) });
  const failure = await updateFailure(path, api);
  const now = current(path);
  if (now) patch(path, { save: afterRetry(now.save, failure) });
}

async function updateFailure(path: string, api: SaveApi): Promise<string | null> {
  try {
    const job = await api.update();
    if (job.state === 'failed') return job.error ?? 'The index update failed.';
    const view = await api.read(path);
    return view.indexed ? null : 'The index update ended without this document.';
  } catch (reason) {
    const { message, hint } = ApiError.of(reason);
    return `${message} ${hint}`;
  }
}

function current(path: string): OpenDocument | undefined {
  return useDocuments.getState().documents[path];
}

function patch(path: string, fields: Partial<OpenDocument>): void {
  useDocuments.getState().patch(path, fields);
}
