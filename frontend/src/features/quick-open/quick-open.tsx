'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Fzf } from 'fzf';
import { useDeferredValue, useMemo, useState } from 'react';
import { type PickItem, type PickMode, QuickPick } from '@/components/quick-pick';
import { searchCorpus } from '@/lib/api/client';
import { documentsQuery } from '@/lib/api/queries';
import type { DocumentEntry, Passage } from '@/lib/api/types';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import { type CommandRegistry, label } from '@/lib/commands/registry';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { goToLine } from '@/lib/documents/go-to-line';
import { headingsOf } from '@/lib/headings';
import { type QuickOpenMode, useLayout } from '@/lib/layout-store';
import { parseFragment } from '@/lib/links';
import { documentMode, splitPlace } from './document-mode';

const PREFIXES: Readonly<Record<QuickOpenMode, string>> = { documents: '', commands: '>', line: ':', headings: '@' };
const NO_ENTRIES: readonly DocumentEntry[] = [];
const NO_PASSAGES: readonly Passage[] = [];
const SHORTEST_HEADING_QUERY = 3;
const HEADING_LIMIT = 20;

/** One box for documents, commands (">"), headings ("@") and lines (":"). */
export function QuickOpen() {
  const mode = useLayout((state) => state.quickOpen);
  // A second key press may ask for another mode while the box is open.
  return mode === null ? null : <QuickOpenBox key={mode} mode={mode} />;
}

function QuickOpenBox({ mode }: { mode: QuickOpenMode }) {
  const registry = useCommandRegistry();
  const [query, setQuery] = useState('');
  const entries = useQuery(documentsQuery).data?.documents ?? NO_ENTRIES;
  const passages = useHeadingPassages(query);
  const modes = useMemo(
    () => [commandMode(registry), LINE_MODE, headingMode(), documentMode({ entries, recent: recentPaths(), passages })],
    [registry, entries, passages],
  );
  return (
    <QuickPick
      initial={PREFIXES[mode]}
      modes={modes}
      onType={setQuery}
      onClose={() => useLayout.getState().set({ quickOpen: null })}
    />
  );
}

/** Passages by keyword, for the headings above them: the corpus is asked, since the documents' list names no headings. */
function useHeadingPassages(typed: string): readonly Passage[] {
  const { name } = splitPlace(useDeferredValue(typed));
  const found = useQuery({
    queryKey: ['headings', name],
    queryFn: ({ signal }) => searchCorpus({ query: name, mode: 'keyword', limit: HEADING_LIMIT }, signal),
    enabled: name.length >= SHORTEST_HEADING_QUERY && !/^[>:@]/.test(name),
    placeholderData: keepPreviousData,
  });
  return found.data?.hits ?? NO_PASSAGES;
}

function commandMode(registry: CommandRegistry): PickMode {
  const items = registry.offered().map((command): PickItem => {
    return { id: command.id, label: label(command), keys: shortcutOf(command), run: () => registry.run(command.id) };
  });
  const finder = new Fzf(items, { selector: (item) => item.label });
  return {
    prefix: '>',
    name: 'Command palette',
    placeholder: 'Run a command',
    nothing: 'No command matches.',
    items: (query) => finder.find(query).map(({ item }) => item),
  };
}

function headingMode(): PickMode {
  const document = activeDocument(useDocuments.getState());
  const items = headingsOf(document?.text ?? '').map(({ level, text, slug, line }): PickItem => {
    const label = `${'  '.repeat(level - 1)}${text}`;
    return { id: slug, label, detail: `line ${line}`, run: () => goToLine(document?.path ?? '', line) };
  });
  const finder = new Fzf(items, { selector: (item) => item.label });
  return {
    prefix: '@',
    name: 'Go to heading',
    placeholder: 'Go to a heading of this document',
    nothing: document ? 'No heading matches.' : 'No document is open.',
    items: (query) => (query === '' ? items : finder.find(query).map(({ item }) => item)),
  };
}

function recentPaths(): readonly string[] {
  const { active, order } = useDocuments.getState();
  return active === null ? [] : [active, ...order.filter((path) => path !== active).reverse()];
}

const LINE_MODE: PickMode = {
  prefix: ':',
  name: 'Go to line',
  placeholder: 'Go to a line, or to lines 12-20',
  nothing: 'Type a line number.',
  items: (query) => {
    const { active } = useDocuments.getState();
    const { lines } = parseFragment(`L${query}`);
    if (active === null || !lines) return [];
    const name = lines.from === lines.to ? `Line ${lines.from}` : `Lines ${lines.from} to ${lines.to}`;
    return [{ id: 'line', label: name, run: () => goToLine(active, lines) }];
  },
};
