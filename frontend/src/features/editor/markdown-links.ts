export interface LinkPlace {
  /** 1-based. */
  readonly line: number;
  /** Offsets of the target within its line, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

const LINK = /\]\(\s*<?([^()\s<>]+)>?/g;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;

/** Links to other documents or headings, outside fenced code; addresses of the web Monaco finds by itself. */
export function linksIn(text: string): readonly LinkPlace[] {
  let fenced = false;
  return text.split(/\r?\n/).flatMap((content, index) => {
    if (FENCE.test(content)) fenced = !fenced;
    return fenced ? [] : [...content.matchAll(LINK)].flatMap((match) => placeOf(match, index + 1));
  });
}

function placeOf(match: RegExpMatchArray, line: number): readonly LinkPlace[] {
  const target = match[1] ?? '';
  if (/^[a-z][a-z0-9+.-]*:/i.test(target) || target.startsWith('//')) return [];
  const start = (match.index ?? 0) + match[0].indexOf(target);
  return [{ line, start, end: start + target.length, target }];
}
