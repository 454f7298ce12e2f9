export interface MarkedPart {
  readonly text: string;
  readonly marked: boolean;
}

const SHORTEST_TERM = 2;

/** The quote cut at the query's terms, so that they can be marked; joined again it is the quote. */
export function markTerms(quote: string, query: string): readonly MarkedPart[] {
  const terms = termsOf(query);
  if (terms.length === 0) return [{ text: quote, marked: false }];
  // Only where a word begins: "port" should not light up in "export".
  const pattern = new RegExp(`(?<![\\p{Letter}\\p{Number}])(${terms.map(literal).join('|')})`, 'giu');
  return quote
    .split(pattern)
    .map((text, index) => ({ text, marked: index % 2 === 1 }))
    .filter(({ text }) => text !== '');
}

/** Words and identifiers, the longest first, so that "wg-quick" is marked whole and not as "wg". */
function termsOf(query: string): readonly string[] {
  const words = query
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{Letter}\p{Number}/.]+|[^\p{Letter}\p{Number}/]+$/gu, ''))
    .filter((word) => word.length >= SHORTEST_TERM);
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
