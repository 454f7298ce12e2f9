/** GitHub's way from a heading to its anchor: lower case, punctuation dropped, spaces as hyphens. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^#{1,6}\s+(.+?)(?:\s+#+)?\s*$/;

/** The 1-based line of the heading with this slug, outside fenced code; null when there is none. */
export function headingLine(text: string, wanted: string): number | null {
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const heading = fence === null ? HEADING.exec(line)?.[1] : undefined;
    if (heading !== undefined && slug(plain(heading)) === wanted) return index + 1;
    fence = fenceAfter(line, fence);
  }
  return null;
}

/** The fence that is open after this line, if any. */
function fenceAfter(line: string, fence: string | null): string | null {
  const mark = FENCE.exec(line)?.[1];
  if (mark === undefined) return fence;
  if (fence === null) return mark;
  return mark.startsWith(fence) ? null : fence;
}

function plain(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
