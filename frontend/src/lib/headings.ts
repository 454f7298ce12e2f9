/** GitHub's way from a heading to its anchor: lower case, punctuation dropped, spaces as hyphens. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** The 1-based line of the heading with this slug, outside fenced code; null when there is none. */
export function headingLine(text: string, wanted: string): number | null {
  let fence: string | null = null;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === null) fence = mark;
    else if (mark && fence !== null && mark.startsWith(fence)) fence = null;
    const heading = fence === null ? /^#{1,6}\s+(.+?)(?:\s+#+)?\s*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined && slug(plain(heading)) === wanted) return index + 1;
  }
  return null;
}

function plain(heading: string): string {
  return heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
}
