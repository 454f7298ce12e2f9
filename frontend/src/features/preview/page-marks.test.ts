import { describe, expect, it } from 'vitest';
import { pageMarks } from './page-marks';

const blocks = [{ lineTo: 1 }, { lineTo: 4 }, { lineTo: 9 }];

describe('page marks', () => {
  it('stand before the block in which a page begins', () => {
    const pages = [
      { page: 1, line_from: 1 },
      { page: 2, line_from: 6 },
    ];
    expect([...pageMarks(blocks, pages)]).toEqual([
      [0, [1]],
      [2, [2]],
    ]);
  });

  it('stand together where a page holds no text, and nowhere behind the last block', () => {
    const pages = [1, 2, 3, 20].map((line_from, index) => ({ page: index + 1, line_from }));
    expect([...pageMarks(blocks, pages)]).toEqual([
      [0, [1]],
      [1, [2, 3]],
    ]);
  });

  it('are none in a document without pages', () => {
    expect(pageMarks(blocks, []).size).toBe(0);
  });
});
