import 'server-only';

/**
 * What a browser may reach of the API, and with which headers. Everything else stays out of reach,
 * whatever FastAPI grows.
 */
export interface Route {
  readonly methods: readonly string[];
  readonly path: RegExp;
  /** Bytes of body that may pass; 0 means that no body does, 'save' as many as the API takes of a document. */
  readonly bodyLimit: number | 'save';
  /** What a body may be; JSON when nothing is said. A cross-site form can send none of them. */
  readonly bodyType?: RegExp;
}

/** A route whose body is measured and named. */
export interface FoundRoute extends Omit<Route, 'bodyLimit'> {
  readonly bodyLimitBytes: number;
}

const QUERY_LIMIT_BYTES = 64 * 1024;
const IMAGE_LIMIT_BYTES = 10_000_000;
/** A move names every document whose links it rewrites. */
const MOVE_LIMIT_BYTES = 4 * 1024 * 1024;
const IMAGE_TYPE = /^(?:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)|application\/octet-stream)\s*(?:;|$)/i;

const ROUTES: readonly Route[] = [
  { methods: ['POST'], path: /^search$/, bodyLimit: QUERY_LIMIT_BYTES },
  { methods: ['GET'], path: /^documents$/, bodyLimit: 0 },
  { methods: ['GET'], path: /^document$/, bodyLimit: 0 },
  { methods: ['PUT', 'POST'], path: /^document$/, bodyLimit: 'save' },
  { methods: ['DELETE'], path: /^document$/, bodyLimit: 0 },
  { methods: ['POST'], path: /^document\/move\/plan$/, bodyLimit: QUERY_LIMIT_BYTES },
  { methods: ['POST'], path: /^document\/move$/, bodyLimit: MOVE_LIMIT_BYTES },
  { methods: ['GET'], path: /^document\/(?:history|version|links|chunks)$/, bodyLimit: 0 },
  { methods: ['GET', 'DELETE'], path: /^trash$/, bodyLimit: 0 },
  { methods: ['POST'], path: /^trash\/restore$/, bodyLimit: QUERY_LIMIT_BYTES },
  { methods: ['GET'], path: /^asset$/, bodyLimit: 0 },
  { methods: ['PUT'], path: /^asset$/, bodyLimit: IMAGE_LIMIT_BYTES, bodyType: IMAGE_TYPE },
  { methods: ['GET'], path: /^(?:problems|redactions)$/, bodyLimit: 0 },
  { methods: ['GET'], path: /^index$/, bodyLimit: 0 },
  { methods: ['POST'], path: /^index\/(?:update|rebuild|verify)$/, bodyLimit: QUERY_LIMIT_BYTES },
  { methods: ['GET'], path: /^events$/, bodyLimit: 0 },
  { methods: ['GET'], path: /^jobs$/, bodyLimit: 0 },
  { methods: ['GET'], path: /^jobs\/[A-Za-z0-9_-]{1,64}$/, bodyLimit: 0 },
  { methods: ['POST'], path: /^jobs\/[A-Za-z0-9_-]{1,64}\/cancel$/, bodyLimit: 0 },
  { methods: ['GET'], path: /^generations$/, bodyLimit: 0 },
  { methods: ['POST'], path: /^generations\/[A-Za-z0-9._-]{1,64}\/activate$/, bodyLimit: 0 },
];

const HEADERS_UP = ['accept', 'content-type', 'if-match', 'if-none-match', 'last-event-id'];
const HEADERS_DOWN = ['content-disposition', 'content-type', 'etag', 'retry-after', 'x-request-id'];

/** The route, or the status that refuses: 404 for a path that is not relayed, 405 for a method that is not. */
export function findRoute(method: string, path: string, saveLimitBytes: number): FoundRoute | 404 | 405 {
  const onPath = ROUTES.filter((route) => route.path.test(path));
  if (onPath.length === 0) return 404;
  const found = onPath.find((route) => route.methods.includes(method));
  if (!found) return 405;
  const { bodyLimit, ...route } = found;
  return { ...route, bodyLimitBytes: bodyLimit === 'save' ? saveLimitBytes : bodyLimit };
}

/** The path of the segments, decoded once; `undefined` when any of them could climb or hide a separator. */
export function joinSegments(segments: readonly string[]): string | undefined {
  const decoded = segments.map(decodeOnce);
  return decoded.every(isPlainSegment) ? decoded.join('/') : undefined;
}

function decodeOnce(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function isPlainSegment(segment: string | undefined): segment is string {
  return segment !== undefined && segment !== '.' && segment !== '..' && /^[A-Za-z0-9._-]+$/.test(segment);
}

export function headersUp(browser: Headers, workbenchToken: string, sessionToken?: string): Headers {
  const headers = pick(browser, HEADERS_UP);
  headers.set('authorization', `Bearer ${workbenchToken}`);
  if (sessionToken !== undefined) headers.set('x-glyph-session', sessionToken);
  return headers;
}

export function headersDown(api: Headers, own: Readonly<Record<string, string>>): Headers {
  const headers = pick(api, HEADERS_DOWN);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

function pick(from: Headers, names: readonly string[]): Headers {
  const picked = new Headers();
  for (const name of names) {
    const value = from.get(name);
    if (value !== null) picked.set(name, value);
  }
  return picked;
}
