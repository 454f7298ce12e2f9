/** Something in a block of code that has to be filled in before it can be run. */
export interface Placeholder {
  /** As it stands in the code: `<host>`, `$HOST` or `${HOST}`. */
  readonly text: string;
  readonly name: string;
}

const ANGLES = /<([\p{Letter}][\p{Letter}\p{Number} ._:-]{0,60})>/gu;
const VARIABLES = /\$(?:\{([A-Z][A-Z0-9_]*)\}|([A-Z][A-Z0-9_]*)\b)/g;
/** In these, angle brackets are the language's own. */
const MARKUP: ReadonlySet<string> = new Set([
  'html',
  'xml',
  'jsx',
  'tsx',
  'typescript',
  'ts',
  'javascript',
  'js',
  'go',
  'svg',
  'vue',
  'java',
  'cpp',
  'rust',
]);
/** The shell knows these by itself. */
const KNOWN: ReadonlySet<string> = new Set([
  'HOME',
  'PATH',
  'USER',
  'PWD',
  'SHELL',
  'EDITOR',
  'LANG',
  'HOSTNAME',
  'RANDOM',
  'UID',
  'SECONDS',
  'IFS',
  'TMPDIR',
]);

/** What is to be filled in, each once, in the order of the code. Variables that the code itself sets are not. */
export function placeholdersIn(code: string, language: string): readonly Placeholder[] {
  const angles = MARKUP.has(language) ? [] : [...code.matchAll(ANGLES)].filter((match) => !opensAnElement(match, code));
  const variables = [...code.matchAll(VARIABLES)].filter((match) => !isSet(variableOf(match), code));
  const found = [...angles, ...variables].sort((a, b) => a.index - b.index);
  const named = found.map((match) => ({
    text: match[0],
    name: match[0].startsWith('<') ? (match[1] ?? '') : variableOf(match),
  }));
  return named.filter(({ text }, at) => named.findIndex((other) => other.text === text) === at);
}

function variableOf(match: RegExpMatchArray): string {
  return match[1] ?? match[2] ?? '';
}

function opensAnElement(match: RegExpMatchArray, code: string): boolean {
  return code.includes(`</${match[1]}>`);
}

function isSet(name: string, code: string): boolean {
  return (
    KNOWN.has(name) ||
    new RegExp(`(?:^|[\\s;&|(])(?:read\\s+(?:-\\S+\\s+)*|for\\s+)?${name}(?:=|\\s+in\\s)`, 'm').test(code)
  );
}

/** The code with the values in place; what has no value stays as it stands. */
export function fillIn(code: string, values: Readonly<Record<string, string>>): string {
  const filled = (text: string, name: string | undefined) => (name && values[name]) || text;
  return code
    .replace(ANGLES, (text: string, name: string) => filled(text, name))
    .replace(VARIABLES, (text: string, braced?: string, bare?: string) => filled(text, braced ?? bare));
}
