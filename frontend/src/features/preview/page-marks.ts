import type { DocumentPage } from '@/lib/api/types';
import type { PreviewBlock } from './tree';

/** The pages that begin before each block, by the block's place; pages behind the last block hold no text. */
export function pageMarks(
  blocks: readonly Pick<PreviewBlock, 'lineTo'>[],
  pages: readonly DocumentPage[],
): ReadonlyMap<number, readonly number[]> {
  const marks = new Map<number, readonly number[]>();
  let next = 0;
  for (const [place, { lineTo }] of blocks.entries()) {
    const begun: number[] = [];
    for (let page = pages[next]; page !== undefined && page.line_from <= lineTo; page = pages[next]) {
      begun.push(page.page);
      next += 1;
    }
    if (begun.length > 0) marks.set(place, begun);
  }
  return marks;
}
