/** Where redaction found a secret in a document that this person may read in full. */
export interface Secret {
  readonly rule: string;
  /** 1-based, the file's own. */
  readonly line: number;
  /** What stands there: shown to nobody who has not asked for it. */
  readonly value: string;
}

const MARKER = /⟦secret:([a-z0-9-]{1,64})⟧/g;
/** Shorter values would hide half of the text: "on" stands everywhere. */
const SHORTEST_VALUE = 4;

/**
 * The secrets of a text, found by laying its redacted form beside it: redaction keeps the number of lines.
 * A secret of several lines, such as a private key, gives one entry for each of them.
 */
export function secretsOf(text: string, redacted: string): readonly Secret[] {
  const lines = text.split(/\r?\n/);
  const redactedLines = redacted.split(/\r?\n/);
  if (lines.length !== redactedLines.length) return [];
  const secrets: Secret[] = [];
  let open: string | null = null;
  for (const [index, line] of lines.entries()) {
    const shown = redactedLines[index] ?? '';
    const found: readonly Found[] = line === shown ? [] : findIn(line, shown, open);
    secrets.push(...found.map(({ rule, value }) => ({ rule, value, line: index + 1 })));
    // A marker at the end of a line may go on in the next one, which then is empty or what follows the secret.
    open = found.at(-1)?.rule ?? null;
  }
  return secrets;
}

interface Found {
  readonly rule: string;
  readonly value: string;
}

function findIn(line: string, shown: string, open: string | null): readonly Found[] {
  const rules = [...shown.matchAll(MARKER)].map((match) => match[1] ?? '');
  if (rules.length === 0)
    return open !== null && line.endsWith(shown)
      ? [{ rule: open, value: line.slice(0, line.length - shown.length) }]
      : [];
  const pieces = shown.split(MARKER).filter((_, index) => index % 2 === 0);
  const pattern = new RegExp(`^${pieces.map(literal).join('(.+?)')}$`, 'u');
  const values = pattern.exec(line)?.slice(1);
  return values ? values.map((value, at) => ({ rule: rules[at] ?? '', value })) : [];
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The values worth hiding, each once, the longest first: a password within a connection string comes after it. */
export function valuesToHide(secrets: readonly Secret[]): readonly string[] {
  const values = secrets.map(({ value }) => value.trim()).filter((value) => value.length >= SHORTEST_VALUE);
  return [...new Set(values)].sort((a, b) => b.length - a.length);
}
