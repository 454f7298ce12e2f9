import { termPattern, weightOfTerm } from '@/lib/terms';

export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

/** The quote cut at the query's terms, so that they can be marked; joined again it is the quote. */
export function markTerms(quote: string, query: string): readonly MarkedPart[] {
  const pattern = termPattern(query);
  if (!pattern) return [{ text: quote, marked: false }];
  return quote
    .split(pattern)
    .map((text, index) => ({ text, marked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

const SCAFFOLDING = /^\s*(?:`{3,}.*|~{3,}.*|[|:\s-]*)$/;

/** The quote without the lines that only hold Markdown together: fences, rulers of tables, and empty ones. */
export function withoutScaffolding(quote: string): string {
  return quote
    .split('\n')
    .filter((line) => !SCAFFOLDING.test(line))
    .join('\n')
    .trim();
}

/** What may stand before the match so that four lines of a narrow side bar still show it. */
const MOST_BEFORE = 60;

/** The parts from shortly before the weightiest marked term on; what is left out before it becomes an ellipsis. */
export function aroundMatch(parts: readonly MarkedPart[]): readonly MarkedPart[] {
  const marks = parts.filter(({ marked }) => marked);
  const best = marks.reduce<MarkedPart | null>(
    (a, b) => (a && weightOfTerm(a.text) >= weightOfTerm(b.text) ? a : b),
    null,
  );
  if (!best) return parts;
  const at = parts.indexOf(best);
  const before = parts.slice(0, at);
  const kept: MarkedPart[] = [];
  let room = MOST_BEFORE;
  for (const part of before.reverse()) {
    const text = lastOf(part.text, room);
    kept.unshift({ ...part, text });
    room -= part.text.length;
    if (text !== part.text) return [{ text: '… ', marked: false }, ...kept, ...parts.slice(at)];
  }
  return parts;
}

/** The end of the text, cut at a word, at most `room` characters and one line end long. */
function lastOf(text: string, room: number): string {
  const lines = text.split('\n');
  const twoLines = lines.slice(-2).join('\n');
  if (lines.length <= 2 && text.length <= room) return text;
  const cut = twoLines.slice(-Math.max(1, room));
  return cut === twoLines ? cut : cut.replace(/^\S*\s+/, '');
}
