export interface DiffLine {
  /** `gone` stood in the earlier text alone, `new` in the later one alone. */
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond so many pairs of lines the middle is not compared line by line: it is shown as replaced. */
const MOST_PAIRS = 1_000_000;

/** The lines of both texts in one column, as short as a longest common run of lines allows. */
export function diffLines(earlier: string, later: string): readonly DiffLine[] {
  const a = earlier.split(/\r?\n/);
  const b = later.split(/\r?\n/);
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start += 1;
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - start && a.at(-1 - tail) === b.at(-1 - tail)) tail += 1;
  return [
    ...a.slice(0, start).map(as('same')),
    ...diffMiddle(a.slice(start, a.length - tail), b.slice(start, b.length - tail)),
    ...a.slice(a.length - tail).map(as('same')),
  ];
}

function as(kind: DiffLine['kind']): (text: string) => DiffLine {
  return (text) => ({ kind, text });
}

/** How far a line leads in the earlier text, and in the later one. */
const STEPS: Readonly<Record<DiffLine['kind'], readonly [number, number]>> = {
  same: [1, 1],
  gone: [1, 0],
  new: [0, 1],
};

function diffMiddle(a: readonly string[], b: readonly string[]): readonly DiffLine[] {
  if (a.length * b.length > MOST_PAIRS) return [...a.map(as('gone')), ...b.map(as('new'))];
  const kindAt = kinds(a, b);
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const kind = kindAt(i, j);
    lines.push({ kind, text: (kind === 'new' ? b[j] : a[i]) ?? '' });
    i += STEPS[kind][0];
    j += STEPS[kind][1];
  }
  return lines;
}

/** Which way to go from a place in each text, so that as many lines as possible stay the same. */
function kinds(a: readonly string[], b: readonly string[]): (i: number, j: number) => DiffLine['kind'] {
  const common = commonLengths(a, b);
  return (i, j) => {
    if (i === a.length) return 'new';
    if (j === b.length) return 'gone';
    if (a[i] === b[j]) return 'same';
    return common(i + 1, j) >= common(i, j + 1) ? 'gone' : 'new';
  };
}

/** How many lines both texts have in common from a place in each on. */
function commonLengths(a: readonly string[], b: readonly string[]): (i: number, j: number) => number {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let place = a.length * width - 1; place >= 0; place -= 1) {
    const i = Math.floor(place / width);
    const j = place % width;
    if (j === b.length) continue;
    lengths[place] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  return at;
}
