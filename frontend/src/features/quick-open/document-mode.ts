import { Fzf } from 'fzf';
import type { PickItem, PickMode } from '@/components/quick-pick';
import type { DocumentEntry, Passage } from '@/lib/api/types';
import { focusEditor } from '@/lib/documents/go-to-line';
import { openDocument, type Target } from '@/lib/documents/open-document';
import { slug } from '@/lib/headings';
import { type LineRange, parseFragment } from '@/lib/links';

interface Corpus {
  readonly entries: readonly DocumentEntry[];
  /** Paths that are open, the one that is shown first. */
  readonly recent: readonly string[];
  /** Passages whose headings may be meant. */
  readonly passages: readonly Passage[];
}

/** Documents by title or path, then headings of any document. */
export function documentMode({ entries, recent, passages }: Corpus): PickMode {
  const finder = new Fzf(entries, { selector: ({ path, title }) => `${title} ${path}`, limit: 80 });
  const find = (name: string) =>
    name === ''
      ? recentFirst(entries, recent)
      : exactFirst(
          finder.find(name).map(({ item }) => item),
          name,
        );
  return {
    prefix: '',
    name: 'Quick open',
    placeholder: 'Open a document by title, path or heading',
    nothing: entries.length === 0 ? 'The corpus holds no documents yet.' : 'No document matches.',
    // What one leaves is listed first but not chosen: Ctrl+P, Enter goes back to the document before it.
    firstRow: recent.length > 1 ? 1 : 0,
    items: (query) => {
      const { name, lines, heading } = splitPlace(query);
      const found = find(name);
      const items = (entries: readonly DocumentEntry[]) =>
        entries.map((entry) => documentItem(entry, { lines, heading }));
      const says = (entry: DocumentEntry) => saysAll(`${entry.title} ${entry.path}`, name);
      // Letters scattered over a path are the weakest reason to offer a document.
      return [
        ...items(found.filter(says)),
        ...headingItems(passages, name),
        ...items(found.filter((entry) => !says(entry))),
      ];
    },
  };
}

/** "wireguard.md:12" names a line as well, "wireguard.md@No handshake" a heading. */
export function splitPlace(query: string): { name: string; lines: LineRange | null; heading: string | null } {
  const line = /^(.*?):(\d+(?:-\d+)?)$/.exec(query);
  if (line) return { name: line[1] ?? '', lines: parseFragment(`L${line[2]}`).lines, heading: null };
  const [name = '', ...heading] = query.split('@');
  return { name: name.trim(), lines: null, heading: heading.length > 0 ? slug(heading.join('@')) : null };
}

function documentItem({ path, title }: DocumentEntry, target: Target): PickItem {
  return { id: path, label: title, detail: path, run: () => void openDocument(path, target).then(focusEditor) };
}

/** Each heading once that holds every word of the query. */
export function headingItems(passages: readonly Passage[], query: string): readonly PickItem[] {
  if (query.trim() === '') return [];
  const items = new Map<string, PickItem>();
  for (const { path, title, heading_path } of passages) {
    for (const heading of heading_path) {
      const says = saysAll(heading, query);
      const id = `${path}@${heading}`;
      if (says && heading !== title && !items.has(id)) items.set(id, headingItem(id, path, heading));
    }
  }
  return [...items.values()];
}

/** Whether the text holds every word of the query. */
function saysAll(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}

function headingItem(id: string, path: string, heading: string): PickItem {
  const run = () => void openDocument(path, { heading: slug(heading) }).then(focusEditor);
  return { id, label: `# ${heading}`, detail: path, run };
}

function recentFirst(entries: readonly DocumentEntry[], recent: readonly string[]): readonly DocumentEntry[] {
  const rank = new Map(recent.map((path, index) => [path, index]));
  const rankOf = ({ path }: DocumentEntry) => rank.get(path) ?? recent.length;
  return [...entries].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Whoever types a whole name means that document, however well another one fits or how recent it is. */
function exactFirst(entries: readonly DocumentEntry[], name: string): readonly DocumentEntry[] {
  const wanted = name.toLowerCase();
  const isExact = ({ path, title }: DocumentEntry) => {
    const file = path.toLowerCase().split('/').at(-1) ?? '';
    return [path.toLowerCase(), title.toLowerCase(), file, file.replace(/\.[^.]+$/, '')].includes(wanted);
  };
  return [...entries.filter(isExact), ...entries.filter((entry) => !isExact(entry))];
}
