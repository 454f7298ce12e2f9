'use client';
import { useQuery } from '@tanstack/react-query';
import { Fzf } from 'fzf';
import { useMemo } from 'react';
import { type PickItem, type PickMode, QuickPick } from '@/components/quick-pick';
import { documentsQuery } from '@/lib/api/queries';
import type { DocumentEntry } from '@/lib/api/types';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import { type CommandRegistry, label } from '@/lib/commands/registry';
import { useDocuments } from '@/lib/documents/document-store';
import { openDocument } from '@/lib/documents/open-document';
import { type QuickOpenMode, useLayout } from '@/lib/layout-store';
import { type LineRange, parseFragment } from '@/lib/links';

const PREFIXES: Readonly<Record<QuickOpenMode, string>> = { documents: '', commands: '>', line: ':' };

/** One box for documents, commands (">") and lines (":"). */
export function QuickOpen() {
  const mode = useLayout((state) => state.quickOpen);
  return mode === null ? null : <QuickOpenBox mode={mode} />;
}

function QuickOpenBox({ mode }: { mode: QuickOpenMode }) {
  const registry = useCommandRegistry();
  const entries = useQuery(documentsQuery).data?.documents;
  const modes = useMemo(() => [commandMode(registry), LINE_MODE, documentMode(entries ?? [])], [registry, entries]);
  // A second key press may ask for another mode while the box is open.
  return (
    <QuickPick
      key={mode}
      initial={PREFIXES[mode]}
      modes={modes}
      onClose={() => useLayout.getState().set({ quickOpen: null })}
    />
  );
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

function documentMode(entries: readonly DocumentEntry[]): PickMode {
  const finder = new Fzf(entries, { selector: ({ path, title }) => `${title} ${path}`, limit: 80 });
  const recent = recentPaths();
  return {
    prefix: '',
    name: 'Quick open',
    placeholder: 'Open a document by title or path',
    nothing: entries.length === 0 ? 'The corpus holds no documents yet.' : 'No document matches.',
    // What one leaves is listed first but not chosen: Ctrl+P, Enter goes back to the document before it.
    firstRow: recent.length > 1 ? 1 : 0,
    items: (query) => findDocuments(query, finder, entries, recent),
  };
}

function findDocuments(
  query: string,
  finder: Fzf<readonly DocumentEntry[]>,
  entries: readonly DocumentEntry[],
  recent: readonly string[],
): readonly PickItem[] {
  const { name, lines } = splitLine(query);
  const found = name === '' ? recentFirst(entries, recent) : finder.find(name).map(({ item }) => item);
  return exactFirst(found, name).map(({ path, title }) => {
    return { id: path, label: title, detail: path, run: () => void openDocument(path, { lines }).then(focusEditor) };
  });
}

/** "wireguard.md:12" names a line as well. */
function splitLine(query: string): { name: string; lines: LineRange | null } {
  const match = /^(.*?):(\d+(?:-\d+)?)$/.exec(query);
  return { name: match?.[1] ?? query, lines: match ? parseFragment(`L${match[2]}`).lines : null };
}

function recentPaths(): readonly string[] {
  const { active, order } = useDocuments.getState();
  return active === null ? [] : [active, ...order.filter((path) => path !== active).reverse()];
}

function recentFirst(entries: readonly DocumentEntry[], recent: readonly string[]): readonly DocumentEntry[] {
  const rank = new Map(recent.map((path, index) => [path, index]));
  const rankOf = ({ path }: DocumentEntry) => rank.get(path) ?? recent.length;
  return [...entries].sort((a, b) => rankOf(a) - rankOf(b));
}

function exactFirst(entries: readonly DocumentEntry[], name: string): readonly DocumentEntry[] {
  const wanted = name.toLowerCase();
  const isExact = ({ path }: DocumentEntry) =>
    path.toLowerCase() === wanted || path.toLowerCase().endsWith(`/${wanted}`);
  return [...entries.filter(isExact), ...entries.filter((entry) => !isExact(entry))];
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
    return [{ id: 'line', label: name, run: () => goTo(active, lines) }];
  },
};

function goTo(path: string, lines: LineRange): void {
  useDocuments.getState().reveal(path, lines);
  focusEditor();
}

function focusEditor(): void {
  useLayout.getState().set({ editorFocus: useLayout.getState().editorFocus + 1 });
}
