import 'server-only';

/** The only file that reads the environment. Values are read at run time: one build serves every deployment. */
export interface Config {
  readonly apiOrigin: string;
  readonly workbenchToken: string;
  /** Oldest to newest. FastAPI signs with the newest; every one of them still verifies. */
  readonly sessionSecrets: readonly string[];
  readonly publicOrigin: URL;
  /** Bytes of a save's body: as many as the API takes. */
  readonly saveLimitBytes: number;
}

export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>;

const DOCUMENT_LIMIT_BYTES = 5_000_000;
/** As in the API: a document's text may grow threefold when JSON escapes it. */
const BODY_FACTOR = 3;
const SHORTEST_SECRET = 32;
const PLACEHOLDER = /change[-_ ]?me|placeholder|replace[-_ ]?(me|this)|your[-_ ]/i;

export function readConfig(environment: Environment = process.env): Config {
  return {
    apiOrigin: origin(environment, 'GLYPH_API__ORIGIN', 'http://127.0.0.1:8765').origin,
    workbenchToken: secret('GLYPH_WORKBENCH__TOKEN', environment.GLYPH_WORKBENCH__TOKEN?.trim()),
    sessionSecrets: sessionSecrets(environment.GLYPH_SESSION__SECRET),
    publicOrigin: origin(environment, 'GLYPH_PUBLIC_ORIGIN', 'http://127.0.0.1:3000'),
    saveLimitBytes: BODY_FACTOR * bytes(environment, 'GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES', DOCUMENT_LIMIT_BYTES),
  };
}

function bytes(environment: Environment, name: string, fallback: number): number {
  const value = environment[name]?.trim() || String(fallback);
  if (!/^\d{1,9}$/.test(value)) throw new ConfigError(`${name} is not a number of bytes: ${value}`);
  return Number(value);
}

function origin(environment: Environment, name: string, fallback: string): URL {
  const value = environment[name] || fallback;
  if (!URL.canParse(value)) throw new ConfigError(`${name} is not an address: ${value}`);
  return new URL(value);
}

function sessionSecrets(list: string | undefined): readonly string[] {
  const secrets = (list ?? '').split(',').map((part) => part.trim());
  return secrets
    .filter((part, index) => part !== '' || index === 0)
    .map((part) => secret('GLYPH_SESSION__SECRET', part));
}

function secret(name: string, value: string | undefined): string {
  if (!value) throw new ConfigError(`${name} is not set`);
  if (value.length < SHORTEST_SECRET) throw new ConfigError(`${name} needs ${SHORTEST_SECRET} characters at least`);
  if (PLACEHOLDER.test(value)) throw new ConfigError(`${name} still holds a placeholder`);
  return value;
}
