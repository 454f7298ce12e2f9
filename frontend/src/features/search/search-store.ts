import { create } from 'zustand';
import { ApiError } from '@/lib/api/api-error';
import { searchCorpus } from '@/lib/api/client';
import type { Passage, SearchRequest, SearchResult } from '@/lib/api/types';
import { openInPassing } from '@/lib/documents/open-document';
import { shownHits } from './groups';

export type SearchMode = NonNullable<SearchRequest['mode']>;

/** What the person asked for; all of it outlives a reload. */
export interface Question {
  readonly query: string;
  readonly mode: SearchMode;
  readonly pathPrefix: string;
  /** Empty means every collection. */
  readonly collection: string;
}

interface SearchState extends Question {
  readonly result: SearchResult | null;
  readonly error: ApiError | null;
  readonly running: boolean;
  /** Words only: the answer by meaning is still to come. */
  readonly preliminary: boolean;
  /** The chunk that was opened last; F4 goes on from it. */
  readonly opened: string | null;
  /** Changes the question, and answers it while it is being typed. */
  ask(question: Partial<Question>): void;
  /** Answers the question as it stands, now. */
  run(): Promise<void>;
  open(hit: Passage): void;
  step(by: 1 | -1): void;
}

const LIMIT = 20;
const SHORTEST_QUERY = 2;
/** Words are asked for almost at every key, meaning when the person pauses: embedding a query may cost money. */
const WORDS_AFTER_MS = 120;
const MEANING_AFTER_MS = 500;

let running: AbortController | null = null;
let timers: readonly ReturnType<typeof setTimeout>[] = [];

/** Question and answer outlive the panel: another view may be shown in between. */
export const useSearch = create<SearchState>()((set, get) => {
  const answer = async (request: SearchRequest, preliminary: boolean) => {
    running?.abort();
    const mine = new AbortController();
    running = mine;
    set({ running: true });
    const outcome = await ask(request, mine.signal);
    if (mine.signal.aborted) return;
    set({ ...outcome, preliminary: preliminary && outcome.error === null, running: false });
  };
  const stop = () => {
    for (const timer of timers) clearTimeout(timer);
    running?.abort();
  };
  return {
    query: '',
    mode: 'auto',
    pathPrefix: '',
    collection: '',
    result: null,
    error: null,
    running: false,
    preliminary: false,
    opened: null,
    ask: (question) => {
      set(question);
      stop();
      const request = toRequest(get());
      if (!request) return set({ ...NOTHING, running: false });
      const words = { ...request, mode: 'keyword' as const };
      const wordsFirst = request.mode !== 'vector' && request.mode !== 'keyword';
      timers = [
        ...(wordsFirst ? [setTimeout(() => void answer(words, true), WORDS_AFTER_MS)] : []),
        setTimeout(() => void answer(request, false), request.mode === 'keyword' ? WORDS_AFTER_MS : MEANING_AFTER_MS),
      ];
    },
    run: async () => {
      stop();
      const request = toRequest(get());
      if (request) await answer(request, false);
      else set({ ...NOTHING, running: false });
    },
    open: (hit) => {
      set({ opened: hit.chunk_id });
      showHit(hit, get().query);
    },
    step: (by) => {
      const { result, opened, open } = get();
      const hits = shownHits(result);
      const at = hits.findIndex(({ chunk_id }) => chunk_id === opened);
      const next = hits[((at < 0 && by === -1 ? 0 : at) + by + hits.length) % hits.length];
      if (next) open(next);
    },
  };
});

const NOTHING = { result: null, error: null, preliminary: false, opened: null } as const;

async function ask(request: SearchRequest, signal: AbortSignal): Promise<Pick<SearchState, 'result' | 'error'>> {
  try {
    return { result: await searchCorpus(request, signal), error: null };
  } catch (reason) {
    return { result: null, error: ApiError.of(reason) };
  }
}

function toRequest({ query, mode, pathPrefix, collection }: Question): SearchRequest | null {
  if (query.trim().length < SHORTEST_QUERY) return null;
  return {
    query: query.trim(),
    mode,
    limit: LIMIT,
    path_prefix: pathPrefix.trim(),
    collections: collection === '' ? [] : [collection],
  };
}

function showHit({ path, line_from, line_to }: Passage, sought: string): void {
  void openInPassing(path, { lines: { from: line_from, to: line_to }, sought });
}
