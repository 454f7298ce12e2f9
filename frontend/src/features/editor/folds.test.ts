import { expect, it } from 'vitest';
import { foldsOf } from './folds';

it('folds a section up to the next heading of its rank, and code between its fences', () => {
  const text = '# A\n\n## B\ntext\n```sh\n# no heading\n```\n\n## C\n\n# D\n';
  expect(foldsOf(text)).toEqual([
    { from: 1, to: 9 },
    { from: 3, to: 7 },
    { from: 5, to: 7 },
  ]);
});
