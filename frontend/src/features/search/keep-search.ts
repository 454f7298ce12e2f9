import { type Question, type SearchMode, useSearch } from './search-store';

const KEPT = 'glyph.search';
const MODES: readonly SearchMode[] = ['auto', 'hybrid', 'keyword', 'vector'];

/** Asks the last question of this tab again, so that a reload changes nothing, and remembers every later one. */
export function keepSearch(): () => void {
  const kept = readKept();
  if (kept) {
    useSearch.setState(kept);
    void useSearch.getState().run();
  }
  return useSearch.subscribe(({ query, mode, pathPrefix, collection, opened }, before) => {
    if (query === before.query && mode === before.mode && opened === before.opened) {
      if (pathPrefix === before.pathPrefix && collection === before.collection) return;
    }
    writeKept({ query, mode, pathPrefix, collection, opened });
  });
}

type Kept = Question & { readonly opened: string | null };

function readKept(): Kept | null {
  try {
    const { query, mode, pathPrefix, collection, opened } = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') ?? {};
    const sound = [query, pathPrefix, collection].every((field) => typeof field === 'string') && MODES.includes(mode);
    return sound && query !== ''
      ? { query, mode, pathPrefix, collection, opened: typeof opened === 'string' ? opened : null }
      : null;
  } catch {
    return null;
  }
}

function writeKept(kept: Kept): void {
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Storage may be forbidden; the question then lasts as long as the page.
  }
}
