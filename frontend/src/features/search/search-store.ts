import { create } from 'zustand';
import { ApiError } from '@/lib/api/api-error';
import { searchCorpus } from '@/lib/api/client';
import type { Passage, SearchRequest, SearchResult } from '@/lib/api/types';
import { openDocument } from '@/lib/documents/open-document';

export type SearchMode = NonNullable<SearchRequest['mode']>;

const LIMIT = 20;

interface SearchState {
  readonly query: string;
  readonly mode: SearchMode;
  readonly pathPrefix: string;
  readonly result: SearchResult | null;
  readonly error: ApiError | null;
  readonly running: boolean;
  /** The hit that was opened last; F4 goes on from it. */
  readonly opened: number | null;
  set(fields: Partial<Pick<SearchState, 'query' | 'mode' | 'pathPrefix'>>): void;
  run(): Promise<void>;
  openHit(at: number): void;
  step(by: 1 | -1): void;
}

let running: AbortController | null = null;

/** Query and result outlive the panel: another view may be shown in between. */
export const useSearch = create<SearchState>()((set, get) => ({
  query: '',
  mode: 'auto',
  pathPrefix: '',
  result: null,
  error: null,
  running: false,
  opened: null,
  set: (fields) => set(fields),
  run: async () => {
    const request = toRequest(get());
    running?.abort();
    if (!request) return set({ result: null, error: null, running: false, opened: null });
    const mine = new AbortController();
    running = mine;
    set({ running: true, error: null });
    const outcome = await ask(request, mine.signal);
    if (!mine.signal.aborted) set({ ...outcome, running: false, opened: null });
  },
  openHit: (at) => {
    const hit = get().result?.hits[at];
    if (!hit) return;
    set({ opened: at });
    showHit(hit);
  },
  step: (by) => {
    const { result, opened, openHit } = get();
    const count = result?.hits.length ?? 0;
    if (count === 0) return;
    const start = opened ?? (by === 1 ? -1 : 0);
    openHit((start + by + count) % count);
  },
}));

async function ask(request: SearchRequest, signal: AbortSignal): Promise<Pick<SearchState, 'result' | 'error'>> {
  try {
    return { result: await searchCorpus(request, signal), error: null };
  } catch (reason) {
    return { result: null, error: ApiError.of(reason) };
  }
}

function toRequest({ query, mode, pathPrefix }: SearchState): SearchRequest | null {
  if (query.trim() === '') return null;
  const prefix = pathPrefix.trim();
  return { query: query.trim(), mode, limit: LIMIT, ...(prefix ? { path_prefix: prefix } : {}) };
}

function showHit({ path, line_from, line_to }: Passage): void {
  void openDocument(path, { lines: { from: line_from, to: line_to } });
}
