import type { DocumentEntry } from '@/lib/api/types';

export interface TreeItem {
  readonly name: string;
  /** Null for a document. */
  readonly children: readonly string[] | null;
  readonly entry: DocumentEntry | null;
}

export const ROOT = '/';

/** The folders and documents of the corpus by their paths: folders first, then by name. */
export function toTreeItems(entries: readonly DocumentEntry[]): ReadonlyMap<string, TreeItem> {
  const folders = new Map<string, Set<string>>([[ROOT, new Set()]]);
  const documents = new Map(entries.map((entry) => [entry.path, entry]));
  for (const path of documents.keys()) addFolders(path, folders);
  const items = new Map<string, TreeItem>();
  for (const [path, entry] of documents) items.set(path, { name: nameOf(path), children: null, entry });
  for (const [id, children] of folders) {
    items.set(id, { name: nameOf(id), children: [...children].sort(byKindAndName), entry: null });
  }
  return items;
}

/** A folder's id ends in a slash, so a folder and a document of one name stay two. */
function addFolders(path: string, folders: Map<string, Set<string>>): void {
  let child = path;
  while (child !== ROOT) {
    const parent = parentOf(child);
    const children = folders.get(parent);
    if (children?.has(child)) return;
    if (children) children.add(child);
    else folders.set(parent, new Set([child]));
    child = parent;
  }
}

export function parentOf(id: string): string {
  const cut = id.replace(/\/$/, '').lastIndexOf('/');
  return cut < 0 ? ROOT : id.slice(0, cut + 1);
}

/** Every folder above a document, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const parent = parentOf(path);
  return parent === ROOT ? [] : [...foldersAbove(parent), parent];
}

function nameOf(id: string): string {
  return id.replace(/\/$/, '').split('/').at(-1) ?? id;
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function byKindAndName(a: string, b: string): number {
  const kind = Number(b.endsWith('/')) - Number(a.endsWith('/'));
  return kind || collator.compare(nameOf(a), nameOf(b));
}

/** The documents whose path or title holds every word of the filter. */
export function filterEntries(entries: readonly DocumentEntry[], filter: string): readonly DocumentEntry[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries;
  return entries.filter(({ path, title }) => {
    const haystack = `${path} ${title}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
