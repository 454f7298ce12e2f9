import { create } from 'zustand';
import type { LineRange } from './links';

export type SideView = 'explorer' | 'search' | 'outline' | 'index';
export type EditorMode = 'editor' | 'split' | 'preview';
export type DocumentViewKind = 'text' | 'history' | 'chunks' | 'changes';
export type NarrowPane = 'files' | 'search' | 'outline' | 'index' | 'document';
export type QuickOpenMode = 'documents' | 'commands' | 'line' | 'headings';

interface LayoutState {
  readonly sideView: SideView;
  readonly sideBarShown: boolean;
  readonly mode: EditorMode;
  /** On a narrow screen one pane is shown, and a document is read before it is edited. */
  readonly narrowPane: NarrowPane;
  readonly narrowEditing: boolean;
  readonly quickOpen: QuickOpenMode | null;
  /** What stands in the active document's place: its text, its versions, its chunks, its unsaved changes. */
  readonly documentView: DocumentViewKind;
  /** Grows whenever the search box should take the focus. */
  readonly searchFocus: number;
  /** Grows whenever the editor should take it. */
  readonly editorFocus: number;
  readonly cursor: { readonly line: number; readonly column: number } | null;
  /** The lines that are selected in the editor, when more than the cursor's own. */
  readonly selection: LineRange | null;
  showSideView(view: SideView): void;
  set(fields: Partial<Omit<LayoutState, 'set' | 'showSideView'>>): void;
}

const KEPT = 'glyph.layout';

export const useLayout = create<LayoutState>()((set) => ({
  sideView: 'explorer',
  sideBarShown: true,
  mode: 'split',
  narrowPane: 'files',
  narrowEditing: false,
  quickOpen: null,
  documentView: 'text',
  searchFocus: 0,
  editorFocus: 0,
  cursor: null,
  selection: null,
  showSideView: (sideView) =>
    set({ sideView, sideBarShown: true, narrowPane: sideView === 'explorer' ? 'files' : sideView }),
  set: (fields) => set(fields),
}));

/** Brings back the arrangement of the last visit, and remembers every change of it. */
export function keepLayout(): () => void {
  const kept = readKept();
  if (kept) useLayout.setState(kept);
  return useLayout.subscribe(({ sideView, sideBarShown, mode }) => {
    writeKept(JSON.stringify({ sideView, sideBarShown, mode }));
  });
}

function readKept(): Pick<LayoutState, 'sideView' | 'sideBarShown' | 'mode'> | null {
  try {
    const { sideView, sideBarShown, mode } = JSON.parse(localStorage.getItem(KEPT) ?? 'null') ?? {};
    const sound =
      ['explorer', 'search', 'outline', 'index'].includes(sideView) && ['editor', 'split', 'preview'].includes(mode);
    return sound ? { sideView, sideBarShown: sideBarShown !== false, mode } : null;
  } catch {
    return null;
  }
}

function writeKept(layout: string): void {
  try {
    localStorage.setItem(KEPT, layout);
  } catch {
    // Storage may be forbidden; the arrangement then lasts as long as the page.
  }
}
