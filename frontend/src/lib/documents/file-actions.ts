import { create } from 'zustand';
import { ApiError } from '@/lib/api/api-error';
import { createDocument, deleteDocument, moveDocument, readDocument, restoreDocument } from '@/lib/api/client';
import type { MovePlan } from '@/lib/api/types';
import { isDirty, useDocuments } from './document-store';
import { openDocument } from './open-document';

export type FileQuestion =
  | { readonly kind: 'new'; readonly folder: string }
  | { readonly kind: 'move'; readonly path: string }
  /** The place of a document from the trash is taken: another one is asked for. */
  | { readonly kind: 'restore'; readonly id: string; readonly path: string };

interface FileActionsState {
  readonly question: FileQuestion | null;
  /** The document that went into the trash last: the way back stays in sight. */
  readonly trashed: { readonly id: string; readonly path: string } | null;
  /** Why the last act without a dialog of its own failed. */
  readonly failure: ApiError | null;
  ask(question: FileQuestion | null): void;
  set(fields: Partial<Pick<FileActionsState, 'trashed' | 'failure'>>): void;
}

export const useFileActions = create<FileActionsState>()((set) => ({
  question: null,
  trashed: null,
  failure: null,
  ask: (question) => set({ question, failure: null }),
  set: (fields) => set(fields),
}));

/** Makes the document and opens it. */
export async function createAndOpen(path: string): Promise<void> {
  await createDocument(path, startOf(path));
  await openDocument(path);
}

/** A Markdown document begins with its title. */
function startOf(path: string): string {
  const name = path.split('/').at(-1) ?? '';
  const title = name
    .replace(/\.[^.]+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return /\.(?:md|markdown)$/i.test(name) ? `# ${title.charAt(0).toUpperCase()}${title.slice(1)}\n` : '';
}

/** Moves as planned, and shows the document at its new place. Returns what could not be rewritten. */
export async function moveAsPlanned(plan: MovePlan, rewriteLinks: boolean): Promise<readonly string[]> {
  const { failed } = await moveDocument(plan, rewriteLinks);
  const { documents, pinned, close, pin } = useDocuments.getState();
  if (documents[plan.path]) {
    const wasPinned = pinned.includes(plan.path);
    close(plan.path);
    await openDocument(plan.to);
    if (wasPinned) pin(plan.to);
  }
  return failed.map(({ path, reason }) => `${path}: ${reason}`);
}

/** Puts the document into the trash. Unsaved text is never thrown away with it. */
export async function moveToTrash(path: string): Promise<void> {
  const { set } = useFileActions.getState();
  set({ failure: null });
  const open = useDocuments.getState().documents[path];
  if (isDirty(open)) return set({ failure: UNSAVED });
  try {
    const hash = open?.phase === 'ready' ? open.base.hash : (await readDocument(path)).content_hash;
    const { trash_id: id } = await deleteDocument(path, hash);
    useDocuments.getState().close(path);
    set({ trashed: { id, path } });
  } catch (reason) {
    set({ failure: ApiError.of(reason) });
  }
}

const UNSAVED = new ApiError(
  0,
  'unsaved',
  'The document has unsaved changes.',
  'Save or discard them, then delete it again.',
);

/** Takes the document out of the trash and opens it. When its place is taken, another one is asked for. */
export async function restoreAndOpen(id: string, path: string, to: string | null = null): Promise<void> {
  const { ask, set } = useFileActions.getState();
  try {
    const restored = await restoreDocument(id, to);
    set({ trashed: null, failure: null });
    await openDocument(restored.path);
  } catch (reason) {
    const error = ApiError.of(reason);
    if (error.code !== 'path_taken' || to !== null) throw error;
    ask({ kind: 'restore', id, path });
  }
}
