import { isDirty, type OpenDocument, useDocuments } from './document-store';
import { browserDrafts, type DraftStore } from './drafts';

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
    for (const document of Object.values(now.documents)) {
      const earlier = before.documents[document.path];
      if (!earlier || !needsKeeping(document, earlier)) continue;
      clearTimeout(timers.get(document.path));
      timers.set(
        document.path,
        setTimeout(() => flush(document.path), delayMs),
      );
    }
    for (const gone of Object.values(before.documents)) {
      if (!now.documents[gone.path] && isDirty(gone)) void keep(gone, store);
    }
  });
  const flushAll = () => [...timers.keys()].forEach(flush);
  window.addEventListener('pagehide', flushAll);
  return () => {
    flushAll();
    unsubscribe();
    window.removeEventListener('pagehide', flushAll);
  };
}

function needsKeeping(document: OpenDocument, earlier: OpenDocument): boolean {
  if (document.phase !== 'ready' || earlier.phase !== 'ready') return false;
  return document.text !== earlier.text || document.base !== earlier.base;
}

async function keep(document: OpenDocument, store: DraftStore): Promise<void> {
  // Until a conflicting draft is settled, the only copy of it is the one in the store.
  if (document.conflict?.cause === 'draft' && !isDirty(document)) return;
  if (!isDirty(document)) return store.remove(document.path);
  const { path, text, base } = document;
  return store.write({ path, text, baseHash: base.hash, writtenAt: Date.now() });
}
