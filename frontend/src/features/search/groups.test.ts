import { describe, expect, it } from 'vitest';
import type { Passage } from '@/lib/api/types';
import { badgesOf, groupByDocument, ranksOf } from './groups';

type Ranker = Passage['contributions'][number]['ranker'];

const hit = (path: string, line_from: number) => ({ path, title: path, line_from }) as Passage;
const found = (...rankers: Ranker[]) =>
  ({
    contributions: rankers.map((ranker, at) => ({ ranker, rank: at + 1, score: 0, share: 0 })),
  }) as unknown as Passage;

describe('hits', () => {
  it('stand under their document, documents in the order of their best hit', () => {
    const groups = groupByDocument([hit('b.md', 9), hit('a.md', 1), hit('b.md', 2)]);
    expect(groups.map(({ path, hits }) => [path, hits.map(({ line_from }) => line_from)])).toEqual([
      ['b.md', [9, 2]],
      ['a.md', [1]],
    ]);
  });

  it.each<[Ranker[], string[]]>([
    [['keyword'], ['keyword']],
    [['vector'], ['meaning']],
    [['keyword', 'vector'], ['both']],
    [
      ['literal', 'keyword', 'vector'],
      ['both', 'literal'],
    ],
    [['literal'], ['literal']],
  ])('found by %j carry %j', (rankers, badges) => {
    expect(badgesOf(found(...rankers))).toEqual(badges);
  });

  it('tell each ranker’s rank', () => {
    expect(ranksOf(found('keyword', 'vector'))).toBe('keyword: rank 1, meaning: rank 2');
  });
});
