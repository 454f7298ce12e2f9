export interface TextEdit {
  /** Offsets into the old text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The one replacement that turns `before` into `after`, as short as its ends allow: cursor and folds keep their place. */
export function shortestEdit(before: string, after: string): TextEdit {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let tail = 0;
  while (tail < most - start && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { start, end: before.length - tail, text: after.slice(start, after.length - tail) };
}
