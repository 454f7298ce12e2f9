import { isNarrow } from '@/components/use-media';
import { useSearch } from '@/features/search/search-store';
import { TAB_COMMANDS } from '@/features/tabs/tab-commands';
import type { Command } from '@/lib/commands/registry';
import { copyLink } from '@/lib/documents/copy-link';
import { activeDocument, isDirty, useDocuments } from '@/lib/documents/document-store';
import { saveDocument } from '@/lib/documents/save-document';
import { type DocumentViewKind, type EditorMode, useLayout } from '@/lib/layout-store';
import { useTheme } from '@/lib/theme';
import { focusNextRegion } from './regions';

const layout = () => useLayout.getState();
const documents = () => useDocuments.getState();
const active = () => activeDocument(documents());
const hasDocument = () => active() !== undefined;
/** A narrow screen has one pane at a time: nothing to split, no side bar, and hardly a keyboard. */
const isWide = () => !isNarrow();

/** Goes back to the text from whatever stands in its place; the mode that is shown already gives way to the split. */
function showMode(mode: EditorMode): void {
  const isShown = layout().documentView === 'text' && layout().mode === mode;
  layout().set({ mode: isShown ? 'split' : mode, documentView: 'text' });
}

function toggleView(view: DocumentViewKind): void {
  layout().set({ documentView: layout().documentView === view ? 'text' : view, narrowPane: 'document' });
}

function showSearch(): void {
  layout().showSideView('search');
  layout().set({ searchFocus: layout().searchFocus + 1 });
}

/** "Copy link": the address with the selected lines, else the marked ones, else the line of the cursor. */
function copyLinkToLines(): Promise<void> | undefined {
  const document = active();
  const { cursor, selection } = layout();
  if (!document) return undefined;
  return copyLink(
    document.path,
    selection ?? document.lines ?? (cursor ? { from: cursor.line, to: cursor.line } : null),
  );
}

const DOCUMENT_COMMANDS: readonly Command[] = [
  {
    id: 'document.save',
    title: 'Save and reindex',
    category: 'Document',
    keys: ['mod+s'],
    run: () => (documents().active === null ? undefined : saveDocument(documents().active ?? '')),
  },
  {
    id: 'document.goToLine',
    title: 'Go to line',
    category: 'Document',
    keys: ['mod+g'],
    when: hasDocument,
    run: () => layout().set({ quickOpen: 'line' }),
  },
  {
    id: 'document.history',
    title: 'Compare with earlier versions',
    category: 'Document',
    when: hasDocument,
    run: () => toggleView('history'),
  },
  {
    id: 'document.changes',
    title: 'Show unsaved changes',
    category: 'Document',
    when: () => isDirty(active()),
    run: () => toggleView('changes'),
  },
  {
    id: 'document.chunks',
    title: 'See as the index sees it',
    category: 'Document',
    when: hasDocument,
    run: () => toggleView('chunks'),
  },
  {
    id: 'document.goToHeading',
    title: 'Go to heading',
    category: 'Document',
    keys: ['mod+shift+o'],
    when: hasDocument,
    run: () => layout().set({ quickOpen: 'headings' }),
  },
  {
    id: 'document.copyLink',
    title: 'Copy link to lines',
    category: 'Document',
    when: hasDocument,
    run: copyLinkToLines,
  },
];

const VIEW_COMMANDS: readonly Command[] = [
  {
    id: 'view.quickOpen',
    title: 'Open a document',
    category: 'Go',
    keys: ['mod+p'],
    run: () => layout().set({ quickOpen: 'documents' }),
  },
  {
    id: 'view.commands',
    title: 'Show all commands',
    category: 'View',
    keys: ['f1', 'mod+shift+p'],
    run: () => layout().set({ quickOpen: 'commands' }),
  },
  {
    id: 'view.explorer',
    title: 'Show explorer',
    category: 'View',
    keys: ['mod+shift+e'],
    run: () => layout().showSideView('explorer'),
  },
  {
    id: 'view.outline',
    title: 'Show outline',
    category: 'View',
    run: () => layout().showSideView('outline'),
  },
  { id: 'view.index', title: 'Show the index', category: 'View', run: () => layout().showSideView('index') },
  { id: 'view.search', title: 'Search the corpus', category: 'View', keys: ['mod+shift+f'], run: showSearch },
  {
    id: 'view.sideBar',
    title: 'Toggle side bar',
    category: 'View',
    keys: ['mod+b'],
    when: isWide,
    run: () => layout().set({ sideBarShown: !layout().sideBarShown }),
  },
  {
    id: 'view.split',
    title: 'Editor and preview',
    category: 'View',
    keys: ['mod+\\'],
    when: isWide,
    run: () => showMode('split'),
  },
  {
    id: 'view.preview',
    title: 'Toggle preview only',
    category: 'View',
    keys: ['mod+shift+v'],
    when: isWide,
    run: () => showMode('preview'),
  },
  { id: 'view.editor', title: 'Toggle editor only', category: 'View', when: isWide, run: () => showMode('editor') },
  {
    id: 'view.nextRegion',
    title: 'Focus next region',
    category: 'View',
    keys: ['f6'],
    when: isWide,
    run: () => focusNextRegion(1),
  },
  {
    id: 'view.previousRegion',
    title: 'Focus previous region',
    category: 'View',
    keys: ['shift+f6'],
    when: isWide,
    run: () => focusNextRegion(-1),
  },
];

const hasHits = () => (useSearch.getState().result?.hits.length ?? 0) > 0;

const SEARCH_COMMANDS: readonly Command[] = [
  {
    id: 'search.next',
    title: 'Next hit',
    category: 'Search',
    keys: ['f4'],
    when: hasHits,
    run: () => useSearch.getState().step(1),
  },
  {
    id: 'search.previous',
    title: 'Previous hit',
    category: 'Search',
    keys: ['shift+f4'],
    when: hasHits,
    run: () => useSearch.getState().step(-1),
  },
];

const THEME_COMMANDS: readonly Command[] = [
  {
    id: 'theme.toggle',
    title: 'Toggle light and dark theme',
    category: 'Preferences',
    run: () => useTheme.getState().toggle(),
  },
  {
    id: 'theme.system',
    title: 'Follow the system’s theme',
    category: 'Preferences',
    run: () => useTheme.getState().choose('system'),
  },
];

export const WORKBENCH_COMMANDS: readonly Command[] = [
  ...DOCUMENT_COMMANDS,
  ...VIEW_COMMANDS,
  ...SEARCH_COMMANDS,
  ...THEME_COMMANDS,
  ...TAB_COMMANDS,
];
