import { type TreeNode, textOf } from './tree';

interface Range {
  readonly from: number;
  readonly to: number;
  readonly value: string;
}

/** The tree with every value of the list inside a `secret`; colours that cut through a value stay, each in its own. */
export function maskTree(node: TreeNode, values: readonly string[]): TreeNode {
  const ranges = rangesOf(textOf(node), values);
  return ranges.length === 0 ? node : (maskAt(node, 0, ranges)[0] ?? node);
}

/** Where the values stand, in order and without overlaps: longer values come first in the list and win. */
function rangesOf(text: string, values: readonly string[]): readonly Range[] {
  const ranges: Range[] = [];
  for (const value of values) {
    for (let from = text.indexOf(value); from >= 0; from = text.indexOf(value, from + value.length)) {
      const to = from + value.length;
      if (!ranges.some((range) => range.from < to && from < range.to)) ranges.push({ from, to, value });
    }
  }
  return ranges.sort((a, b) => a.from - b.from);
}

function maskAt(node: TreeNode, offset: number, ranges: readonly Range[]): readonly TreeNode[] {
  if (typeof node === 'string') return maskText(node, offset, ranges);
  let at = offset;
  const children = (node.children ?? []).flatMap((child) => {
    const masked = maskAt(child, at, ranges);
    at += textOf(child).length;
    return masked;
  });
  return [{ ...node, children }];
}

function maskText(text: string, offset: number, ranges: readonly Range[]): readonly TreeNode[] {
  const parts: TreeNode[] = [];
  let done = 0;
  for (const { from, to, value } of ranges) {
    const start = Math.max(done, from - offset);
    const end = Math.min(text.length, to - offset);
    if (start >= end) continue;
    if (start > done) parts.push(text.slice(done, start));
    parts.push({ tag: 'secret', attributes: { value }, children: [text.slice(start, end)] });
    done = end;
  }
  return done < text.length ? [...parts, text.slice(done)] : parts;
}
