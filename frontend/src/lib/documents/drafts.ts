import { browserTab, openTabs } from './browser-tab';
import { DraftDatabase } from './draft-database';

/** Unsaved text, kept in this browser until it is saved or thrown away: a closed tab must not cost anybody's work. */
export interface Unsaved {
  readonly path: string;
  readonly text: string;
  /** The content hash that the text was written on. */
  readonly baseHash: string;
  readonly writtenAt: number;
}

/** Unsaved text and the tab that wrote it: two tabs keep two drafts of one document. */
export interface Draft extends Unsaved {
  readonly tab: string;
}

export interface DraftStore {
  /** This tab's name. */
  tab(): Promise<string>;
  /** What this tab may take up: its own draft and those of tabs that are gone, the newest first. */
  read(path: string): Promise<readonly Draft[]>;
  /** The paths of every document with a draft that `read` would give. */
  paths(): Promise<readonly string[]>;
  /** Keeps this tab's draft; false when the browser refused. */
  write(unsaved: Unsaved): Promise<boolean>;
  /** Keeps a draft under the name of the tab it carries; false when the browser refused. */
  put(draft: Draft): Promise<boolean>;
  /** Removes this tab's draft of the document. */
  remove(path: string): Promise<void>;
  forget(draft: Draft): Promise<void>;
  clear(): Promise<void>;
}

export interface WeighedDrafts {
  /** The draft to put back: this tab's own, else the newest. */
  readonly chosen: Draft | null;
  /** Other unsaved texts of the same document, the newest first. */
  readonly others: readonly Draft[];
  /** Drafts that hold nothing that the disk or a newer draft does not hold. */
  readonly spent: readonly Draft[];
}

/** What to do with the drafts of a document when it is opened. */
export function weighDrafts(
  drafts: readonly Draft[],
  tab: string,
  disk: { readonly text: string; readonly hash: string },
): WeighedDrafts {
  const ownFirst = [...drafts].sort((a, b) => Number(b.tab === tab) - Number(a.tab === tab));
  const live = ownFirst.filter((draft, at) => draft.text !== disk.text && isFirstOfItsText(draft, at, ownFirst));
  const spent = ownFirst.filter((draft) => !live.includes(draft));
  const [chosen = null, ...others] = live;
  return { chosen, others, spent };
}

/** Whether the draft was written on what the disk holds now; else both have to be compared. */
export function standsOn(draft: Draft, disk: { readonly hash: string }): boolean {
  return draft.baseHash === disk.hash;
}

function isFirstOfItsText(draft: Draft, at: number, drafts: readonly Draft[]): boolean {
  return drafts.findIndex(({ text }) => text === draft.text) === at;
}

/** Drafts in IndexedDB. A browser that refuses it (private windows) costs the drafts, never the editing. */
export function browserDrafts(database = new DraftDatabase()): DraftStore {
  const takeable = async (): Promise<readonly Draft[]> => {
    const [all, own, open] = await Promise.all([database.all(), browserTab(), openTabs()]);
    return all.filter(({ tab }) => tab === own || !open.has(tab)).sort((a, b) => b.writtenAt - a.writtenAt);
  };
  return {
    tab: browserTab,
    read: async (path) => (await takeable()).filter((draft) => draft.path === path),
    paths: async () => [...new Set((await takeable()).map(({ path }) => path))],
    write: async (unsaved) => database.put({ ...unsaved, tab: await browserTab() }),
    put: (draft) => database.put(draft),
    remove: async (path) => database.remove(path, await browserTab()),
    forget: ({ path, tab }) => database.remove(path, tab),
    clear: () => database.clear(),
  };
}
