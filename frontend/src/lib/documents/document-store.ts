import { create } from 'zustand';
import type { ApiError } from '@/lib/api/api-error';
import type { DocumentPage, DocumentView } from '@/lib/api/types';
import type { LineRange } from '@/lib/links';
import { bestLine } from '@/lib/terms';
import type { Draft } from './drafts';
import { afterEdit, IDLE, type SaveState } from './save-state';
import { closed, closedOthers, kept, NO_TABS, opened, pinned, type TabRow, type TabStay, unpinned } from './tab-row';

/** The text of a document as it lies on disk. */
export interface DiskText {
  readonly text: string;
  readonly hash: string;
}

/** The disk holds something else than what this document was opened with. */
export interface Conflict {
  readonly disk: DiskText;
  readonly cause: 'save' | 'draft' | 'disk';
  /** The diff is shown; when false, the person went back to editing and the conflict waits. */
  readonly comparing: boolean;
  /** The person knows of it and goes on writing; it is settled when the text is saved. */
  readonly noted?: boolean;
  /** Overwriting was refused again, because the disk changed once more. */
  readonly again: boolean;
}

export interface OpenDocument {
  readonly path: string;
  readonly title: string;
  /** `unread`: its tab is there, and its text is fetched when it is shown. */
  readonly phase: 'unread' | 'loading' | 'ready' | 'failed';
  readonly error: ApiError | null;
  readonly editable: boolean;
  /** Secrets stand as markers in the text: there is nothing to hide. */
  readonly redacted: boolean;
  /** Where pages begin, of a format that has pages. */
  readonly pages: readonly DocumentPage[];
  readonly text: string;
  readonly base: DiskText;
  readonly save: SaveState;
  readonly conflict: Conflict | null;
  /** Unsaved changes of an earlier visit were put back. */
  readonly restored: boolean;
  /** Other unsaved texts of this document, left behind by tabs that are gone. */
  readonly otherDrafts: readonly Draft[];
  readonly lines: LineRange | null;
  /** The query that led here; its terms are marked in `lines`, and the line with most of them is looked at. */
  readonly sought: string;
  /** Grows whenever `lines` should be scrolled to, also when they are the same again. */
  readonly reveals: number;
}

interface DocumentState extends TabRow {
  readonly documents: Readonly<Record<string, OpenDocument>>;
  open(path: string, stay?: TabStay): void;
  /** Brings back a row of tabs of which nothing has been fetched yet. */
  restore(row: TabRow): void;
  loaded(view: DocumentView): void;
  patch(path: string, fields: Partial<OpenDocument>): void;
  edit(path: string, text: string): void;
  reveal(path: string, lines: LineRange | null, sought?: string): void;
  activate(path: string): void;
  keep(path: string): void;
  pin(path: string): void;
  unpin(path: string): void;
  close(path: string): void;
  closeOthers(path: string): void;
}

export const useDocuments = create<DocumentState>()((set) => ({
  documents: {},
  ...NO_TABS,
  open: (path, stay = 'kept') => set((state) => withTabs(state, opened(state, path, stay, givesWay(state)), path)),
  restore: (row) => set((state) => withTabs(state, row)),
  loaded: (view) => set((state) => patched(state, view.path, readyFields(view))),
  patch: (path, fields) => set((state) => patched(state, path, fields)),
  edit: (path, text) => set((state) => edited(state, path, text)),
  reveal: (path, lines, sought = '') => set((state) => revealed(state, path, lines, sought)),
  activate: (path) => set((state) => (state.documents[path] ? { active: path } : state)),
  keep: (path) => set((state) => kept(state, path)),
  pin: (path) => set((state) => pinned(state, path)),
  unpin: (path) => set((state) => unpinned(state, path)),
  close: (path) => set((state) => withTabs(state, closed(state, path))),
  closeOthers: (path) => set((state) => withTabs(state, closedOthers(state, path))),
}));

export function isDirty(document: OpenDocument | undefined): boolean {
  return document?.phase === 'ready' && document.text !== document.base.text;
}

export function dirtyDocuments(): readonly OpenDocument[] {
  return Object.values(useDocuments.getState().documents).filter(isDirty);
}

export function activeDocument(state: Pick<DocumentState, 'documents' | 'active'>): OpenDocument | undefined {
  return state.active === null ? undefined : state.documents[state.active];
}

type Shape = Pick<DocumentState, 'documents' | keyof TabRow>;

/** The documents of these tabs. One that is asked for and had failed begins anew. */
function withTabs({ documents }: Shape, row: TabRow, asked?: string): Partial<Shape> {
  const documentAt = (path: string) => {
    const known = documents[path];
    return known && !(path === asked && known.phase === 'failed') ? known : blank(path);
  };
  const { order, active, passing, pinned } = row;
  return {
    documents: Object.fromEntries(order.map((path) => [path, documentAt(path)])),
    order,
    active,
    passing,
    pinned,
  };
}

/** What was written into, by hand or from a draft, is not to be replaced by the next document. */
function givesWay({ documents, passing }: Shape): boolean {
  return passing !== null && !isDirty(documents[passing]);
}

function blank(path: string): OpenDocument {
  return {
    path,
    title: path.split('/').at(-1) ?? path,
    phase: 'unread',
    error: null,
    editable: false,
    redacted: true,
    pages: [],
    text: '',
    base: { text: '', hash: '' },
    save: IDLE,
    conflict: null,
    restored: false,
    otherDrafts: [],
    lines: null,
    sought: '',
    reveals: 0,
  };
}

function readyFields(view: DocumentView): Partial<OpenDocument> {
  return {
    title: view.title,
    phase: 'ready',
    error: null,
    editable: view.editable && !view.redacted,
    redacted: view.redacted,
    pages: view.pages ?? [],
    text: view.text,
    base: { text: view.text, hash: view.content_hash },
  };
}

function patched(state: Shape, path: string, fields: Partial<OpenDocument>): Partial<Shape> {
  const document = state.documents[path];
  return document ? { documents: { ...state.documents, [path]: { ...document, ...fields } } } : {};
}

function edited(state: Shape, path: string, text: string): Partial<Shape> {
  const document = state.documents[path];
  if (!document || document.text === text) return {};
  // The lines of a hit are those of the text that was found; after an edit they would mark something else.
  return { ...kept(state, path), ...patched(state, path, { text, save: afterEdit(document.save), lines: null }) };
}

function revealed(state: Shape, path: string, lines: LineRange | null, sought: string): Partial<Shape> {
  const document = state.documents[path];
  return document ? patched(state, path, { lines, sought, reveals: document.reveals + 1 }) : {};
}

/** The line to scroll to: of all that are marked, the one with most of what was sought. */
export function lineToShow({ text, lines, sought }: OpenDocument): number | null {
  return lines === null ? null : bestLine(text, lines, sought);
}
