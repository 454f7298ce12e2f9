import { type RefObject, useEffect } from 'react';
import type { LineRange } from '@/lib/links';
import { termPattern } from '@/lib/terms';
import type { PreviewBlock } from './tree';

const NAME = 'glyph-term';

/** Marks what was sought in the marked blocks, by the browser's own highlights: React's elements stay as they are. */
export function useTermMarks(
  pane: RefObject<HTMLElement | null>,
  blocks: readonly PreviewBlock[] | null,
  lines: LineRange | null,
  sought: string,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: new blocks are new text nodes, whose ranges have to be made anew.
  useEffect(() => {
    const pattern = termPattern(sought);
    if (!lines || !pattern || !pane.current || !globalThis.CSS?.highlights) return;
    const marked = [...pane.current.querySelectorAll('[data-marked]')];
    CSS.highlights.set(NAME, new Highlight(...marked.flatMap((block) => rangesIn(block, pattern))));
    return () => void CSS.highlights.delete(NAME);
  }, [pane, blocks, lines, sought]);
}

function rangesIn(block: Element, pattern: RegExp): readonly Range[] {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { index, 0: term } of (node.nodeValue ?? '').matchAll(pattern)) ranges.push(rangeOf(node, index, term));
  }
  return ranges;
}

function rangeOf(node: Node, start: number, { length }: string): Range {
  const range = document.createRange();
  range.setStart(node, start);
  range.setEnd(node, start + length);
  return range;
}
