export interface LinkSpan {
  /** Offsets of the target within its line, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly target: string;
}

const LINK = /\[[^\]]*\]\(\s*<?([^()\s<>]+)>?[^)]*\)/g;
const ADDRESS = /https?:\/\/[^\s<>()[\]"'`]*[^\s<>()[\]"'`.,:;!?]/g;

/** The link that covers this offset of a line: from its bracket to its end, or a bare address of the web. */
export function linkAt(line: string, offset: number): LinkSpan | null {
  const covers = (match: RegExpMatchArray) =>
    offset >= (match.index ?? 0) && offset <= (match.index ?? 0) + match[0].length;
  const link = [...line.matchAll(LINK)].find(covers) ?? [...line.matchAll(ADDRESS)].find(covers);
  if (!link) return null;
  const target = link[1] ?? link[0];
  const start = (link.index ?? 0) + link[0].lastIndexOf(target);
  return { start, end: start + target.length, target };
}

/** An address outside of the corpus that a browser may be sent to. */
export function isWebAddress(target: string): boolean {
  return /^(?:https?:\/\/|mailto:)/i.test(target);
}
