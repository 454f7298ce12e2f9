import { dirtyDocuments, isDirty, type OpenDocument, useDocuments } from './document-store';
import { browserDrafts, type DraftStore, type Unsaved } from './drafts';

const WRITE_AFTER_MS = 400;

export const drafts: DraftStore = browserDrafts();

/** Follows every open document: writes a draft soon after an edit, removes it when text and disk agree. */
export function keepDrafts(store: DraftStore = drafts, delayMs = WRITE_AFTER_MS): () => void {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const flush = (path: string) => {
    clearTimeout(timers.get(path));
    timers.delete(path);
    const document = useDocuments.getState().documents[path];
    if (document) void keep(document, store);
  };
  const unsubscribe = useDocuments.subscribe((now, before) => {
    for (const path of changedPaths(now.documents, before.documents)) {
      clearTimeout(timers.get(path));
      timers.set(
        path,
        setTimeout(() => flush(path), delayMs),
      );
    }
    // A closed tab has no later: its unsaved text is written at once.
    for (const document of closedDirty(now.documents, before.documents)) void keep(document, store);
  });
  const flushAll = () => [...timers.keys()].forEach(flush);
  window.addEventListener('pagehide', flushAll);
  return () => {
    flushAll();
    unsubscribe();
    window.removeEventListener('pagehide', flushAll);
  };
}

type Documents = Readonly<Record<string, OpenDocument>>;

function changedPaths(now: Documents, before: Documents): readonly string[] {
  return Object.values(now)
    .filter((document) => needsKeeping(document, before[document.path]))
    .map(({ path }) => path);
}

function closedDirty(now: Documents, before: Documents): readonly OpenDocument[] {
  return Object.values(before).filter((document) => !now[document.path] && isDirty(document));
}

function needsKeeping(document: OpenDocument, earlier: OpenDocument | undefined): boolean {
  if (document.phase !== 'ready' || earlier?.phase !== 'ready') return false;
  return document.text !== earlier.text || document.base !== earlier.base;
}

async function keep(document: OpenDocument, store: DraftStore): Promise<void> {
  // Until a conflicting draft is settled, the only copy of it is the one in the store.
  if (document.conflict?.cause === 'draft' && !isDirty(document)) return;
  if (isDirty(document)) await store.write(unsavedOf(document));
  else await store.remove(document.path);
}

/** The unsaved text of a document, as a draft keeps it. */
export function unsavedOf({ path, text, base }: OpenDocument): Unsaved {
  return { path, text, baseHash: base.hash, writtenAt: Date.now() };
}

/** Keeps every unsaved text now; false when the browser refused one. Before the page is left, nothing may be pending. */
export async function writeDraftsNow(store: DraftStore = drafts): Promise<boolean> {
  const kept = await Promise.all(dirtyDocuments().map((document) => store.write(unsavedOf(document))));
  return kept.every(Boolean);
}
