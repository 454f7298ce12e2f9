import { headingsOf } from '@/lib/headings';
import type { LineRange } from '@/lib/links';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** What can be folded: the section under each heading, and every block of code between its fences. */
export function foldsOf(text: string): readonly LineRange[] {
  const lines = text.split(/\r?\n/);
  return [...sections(text, lines), ...fences(lines)].filter(({ from, to }) => to > from);
}

/** A section ends before the next heading of its level or a higher one, and leaves the blank lines there alone. */
function sections(text: string, lines: readonly string[]): readonly LineRange[] {
  const headings = headingsOf(text);
  return headings.map(({ level, line }, at) => {
    const next = headings.slice(at + 1).find((later) => later.level <= level);
    let to = next ? next.line - 1 : lines.length;
    while (to > line && lines[to - 1]?.trim() === '') to -= 1;
    return { from: line, to };
  });
}

function fences(lines: readonly string[]): readonly LineRange[] {
  const found: LineRange[] = [];
  let open: { readonly mark: string; readonly from: number } | null = null;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === null) open = { mark, from: index + 1 };
    else if (mark.startsWith(open.mark)) {
      found.push({ from: open.from, to: index + 1 });
      open = null;
    }
  }
  return found;
}
