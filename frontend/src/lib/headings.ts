/** A heading of a document, as outlines, links and completions name it. */
export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** Unique in its document: the second "Keys" is `keys-1`. */
  readonly slug: string;
  /** 1-based, the file's own. */
  readonly line: number;
}

/** GitHub's way from a heading to its anchor: lower case, punctuation dropped, spaces as hyphens. */
export function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

/** Numbers the slugs that have been given before; one for each document. */
export function uniqueSlugs(): (slug: string) => string {
  const given = new Map<string, number>();
  return (wanted) => {
    const times = given.get(wanted) ?? 0;
    given.set(wanted, times + 1);
    return times === 0 ? wanted : `${wanted}-${times}`;
  };
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^(#{1,6})\s+(.+?)(?:\s+#+)?\s*$/;
const FRONT_MATTER_END = /^(?:---|\.\.\.)[ \t]*$/;

/** Every heading outside front matter and fenced code, in order. */
export function headingsOf(text: string): readonly Heading[] {
  const lines = text.split(/\r?\n/);
  const headings: Heading[] = [];
  const unique = uniqueSlugs();
  let fence: string | null = null;
  for (let index = afterFrontMatter(lines); index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const match = fence === null ? HEADING.exec(line) : null;
    if (match) {
      const text = plain(match[2] ?? '');
      headings.push({ level: match[1]?.length ?? 1, text, slug: unique(slug(text)), line: index + 1 });
    }
    fence = fenceAfter(line, fence);
  }
  return headings;
}

/** The 1-based line of the heading with this slug; null when there is none. */
export function headingLine(text: string, wanted: string): number | null {
  return headingsOf(text).find((heading) => heading.slug === wanted)?.line ?? null;
}

/** The headings that a line stands under, outermost first. */
export function headingPath(headings: readonly Heading[], line: number): readonly Heading[] {
  const path: Heading[] = [];
  for (const heading of headings) {
    if (heading.line > line) break;
    while ((path.at(-1)?.level ?? 0) >= heading.level) path.pop();
    path.push(heading);
  }
  return path;
}

/** The index of the first line after the front matter, 0 without any. */
function afterFrontMatter(lines: readonly string[]): number {
  if (!/^\uFEFF?---[ \t]*$/.test(lines[0] ?? '')) return 0;
  return lines.findIndex((line, index) => index > 0 && FRONT_MATTER_END.test(line)) + 1;
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
