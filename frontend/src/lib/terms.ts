import type { LineRange } from './links';

const SHORTEST_TERM = 2;

/** Scripts without blanks between words: the server looks for every two characters that stand side by side. */
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu;

/** Words and identifiers of a query, the longest first, so that "wg-quick" is marked whole and not as "wg". */
export function termsOf(query: string): readonly string[] {
  const runs = query.match(CJK_RUN) ?? [];
  const words = query
    .replace(CJK_RUN, ' ')
    .split(/\s+/)
    .concat(runs, runs.flatMap(bigramsOf))
    .map((word) => word.replace(/^[^\p{Letter}\p{Number}/.]+|[^\p{Letter}\p{Number}/]+$/gu, ''))
    .filter((word) => word.length >= SHORTEST_TERM);
  return [...new Set(words)].sort((a, b) => b.length - a.length);
}

function bigramsOf(run: string): readonly string[] {
  const letters = [...run];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

/** Finds the query's terms, each in a group of its own, only where a word begins; null for a query without any. */
export function termPattern(query: string): RegExp | null {
  const terms = termsOf(query);
  if (terms.length === 0) return null;
  // "port" should not light up in "export".
  return new RegExp(`(${terms.map(patternOf).join('|')})`, 'giu');
}

function patternOf(term: string): string {
  return term.search(CJK_RUN) === 0 ? term : `(?<![\\p{Letter}\\p{Number}])${literal(term)}`;
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The line of the range that says most of what was sought: the first with the longest terms. The range's own first, if none does. */
export function bestLine(text: string, { from, to }: LineRange, query: string): number {
  const pattern = termPattern(query);
  if (!pattern) return from;
  const lines = text.split(/\r?\n/, to).slice(from - 1);
  const weights = lines.map((line) => weightOf(line, pattern));
  const heaviest = Math.max(0, ...weights);
  return heaviest === 0 ? from : from + weights.indexOf(heaviest);
}

function weightOf(line: string, pattern: RegExp): number {
  const found = new Set([...line.matchAll(pattern)].map(([term]) => term.toLowerCase()));
  return [...found].reduce((sum, term) => sum + weightOfTerm(term), 0);
}

/** How much a term says about a place: identifiers such as ports and file names outweigh any word. */
export function weightOfTerm(term: string): number {
  return term.length + (/[\p{Number}_/.:-]/u.test(term) ? 40 : 0);
}
