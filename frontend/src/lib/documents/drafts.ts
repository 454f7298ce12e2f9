/** Unsaved text, kept in this browser until it is saved or thrown away: a closed tab must not cost anybody's work. */
export interface Draft {
  readonly path: string;
  readonly text: string;
  /** The content hash that the text was written on. */
  readonly baseHash: string;
  readonly writtenAt: number;
}

export interface DraftStore {
  read(path: string): Promise<Draft | undefined>;
  write(draft: Draft): Promise<void>;
  remove(path: string): Promise<void>;
  clear(): Promise<void>;
}

export type DraftVerdict = 'none' | 'drop' | 'restore' | 'compare';

/** What to do with a draft when its document is opened: same base restores, another base asks. */
export function weighDraft(draft: Draft | undefined, disk: { text: string; hash: string }): DraftVerdict {
  if (!draft) return 'none';
  if (draft.text === disk.text) return 'drop';
  return draft.baseHash === disk.hash ? 'restore' : 'compare';
}

const DATABASE = 'glyph';
const STORE = 'drafts';

/** Drafts in IndexedDB. A browser that refuses it (private windows) costs the drafts, never the editing. */
export function browserDrafts(): DraftStore {
  let database: Promise<IDBDatabase> | undefined;
  const connect = () => {
    database ??= openDatabase();
    return database;
  };
  return {
    read: (path) => quietly(async () => finished<Draft | undefined>((await storeOf(connect, 'readonly')).get(path))),
    write: (draft) => quietly(async () => void (await finished((await storeOf(connect, 'readwrite')).put(draft)))),
    remove: (path) => quietly(async () => void (await finished((await storeOf(connect, 'readwrite')).delete(path)))),
    clear: () => quietly(async () => void (await finished((await storeOf(connect, 'readwrite')).clear()))),
  } as DraftStore;
}

async function quietly<T>(act: () => Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch {
    return undefined;
  }
}

async function storeOf(connect: () => Promise<IDBDatabase>, mode: IDBTransactionMode): Promise<IDBObjectStore> {
  return (await connect()).transaction(STORE, mode).objectStore(STORE);
}

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'path' });
  return finished(request);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
