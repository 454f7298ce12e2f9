import type { Passage, SearchResult } from '@/lib/api/types';

export interface DocumentHits {
  readonly path: string;
  readonly title: string;
  readonly hits: readonly Passage[];
}

/** The hits of each document together, documents in the order of their best hit. */
export function groupByDocument(hits: readonly Passage[]): readonly DocumentHits[] {
  const groups = new Map<string, Passage[]>();
  for (const hit of hits) {
    const group = groups.get(hit.path);
    if (group) group.push(hit);
    else groups.set(hit.path, [hit]);
  }
  return [...groups].map(([path, [first, ...rest]]) => {
    return { path, title: first?.title ?? path, hits: first ? [first, ...rest] : [] };
  });
}

/** The hits in the order in which they are shown, which is the order that F4 walks. */
export function shownHits(result: SearchResult | null): readonly Passage[] {
  return result === null ? [] : groupByDocument(result.hits).flatMap(({ hits }) => hits);
}

const NAMES: Readonly<Record<Passage['contributions'][number]['ranker'], string>> = {
  keyword: 'keyword',
  vector: 'meaning',
  literal: 'literal',
};

/** What found the passage, in a word for each badge: by keyword and by meaning is "both". */
export function badgesOf({ contributions }: Passage): readonly string[] {
  const rankers = new Set(contributions.map(({ ranker }) => ranker));
  const words = rankers.has('keyword') && rankers.has('vector') ? ['both'] : [];
  const rest = [...rankers].filter((ranker) => words.length === 0 || ranker === 'literal');
  return [...words, ...rest.map((ranker) => NAMES[ranker])];
}

/** "keyword 1st, meaning 3rd" in plain words, for whoever wants to know. */
export function ranksOf({ contributions }: Passage): string {
  return contributions.map(({ ranker, rank }) => `${NAMES[ranker]}: rank ${rank}`).join(', ');
}
