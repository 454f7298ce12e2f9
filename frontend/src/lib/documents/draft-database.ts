import type { Draft } from './drafts';

const DATABASE = 'glyph';
const STORE = 'drafts';
/** 1 kept one draft for each path; 2 keeps one for each path and tab. */
const VERSION = 2;
/** The tab of drafts that version 1 left behind. */
const FORMER_TAB = 'former';

/** The drafts' table. What the browser refuses comes back as nothing kept or nothing found. */
export class DraftDatabase {
  #opening: Promise<IDBDatabase> | null = null;

  all(): Promise<readonly Draft[]> {
    return this.#ask<readonly Draft[]>('readonly', (store) => store.getAll(), []);
  }

  async put(draft: Draft): Promise<boolean> {
    return (await this.#ask<IDBValidKey | null>('readwrite', (store) => store.put(draft), null)) !== null;
  }

  async remove(path: string, tab: string): Promise<void> {
    await this.#ask<undefined>('readwrite', (store) => store.delete([path, tab]), undefined);
  }

  async clear(): Promise<void> {
    await this.#ask<undefined>('readwrite', (store) => store.clear(), undefined);
  }

  async #ask<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest, otherwise: T): Promise<T> {
    try {
      return await finished<T>(act(await this.#store(mode)));
    } catch {
      return otherwise;
    }
  }

  /** Signing out in another tab empties the origin's storage and closes every connection: then a new one is opened. */
  async #store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    try {
      return (await this.#connect()).transaction(STORE, mode).objectStore(STORE);
    } catch {
      this.#opening = null;
      return (await this.#connect()).transaction(STORE, mode).objectStore(STORE);
    }
  }

  #connect(): Promise<IDBDatabase> {
    this.#opening ??= openDatabase(() => {
      this.#opening = null;
    });
    return this.#opening;
  }
}

async function openDatabase(onClosed: () => void): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => upgrade(request, oldVersion);
  const database = await finished<IDBDatabase>(request);
  database.onclose = onClosed;
  database.onversionchange = () => {
    database.close();
    onClosed();
  };
  return database;
}

function upgrade({ result: database, transaction }: IDBOpenDBRequest, oldVersion: number): void {
  if (oldVersion === 0 || !transaction) {
    createStore(database);
    return;
  }
  const former = transaction.objectStore(STORE).getAll();
  former.onsuccess = () => {
    database.deleteObjectStore(STORE);
    const store = createStore(database);
    for (const draft of former.result) store.put({ ...draft, tab: FORMER_TAB });
  };
}

function createStore(database: IDBDatabase): IDBObjectStore {
  return database.createObjectStore(STORE, { keyPath: ['path', 'tab'] });
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
