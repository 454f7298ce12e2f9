/** Addresses of documents: deep links, links between documents, and where to go after signing in. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

const MOST_PAINTED_LINES = 12;

/** Whether a mark points at something: on more lines it would paint the page, and its edge alone is marked. */
export function pointsAtSomething({ from, to }: LineRange): boolean {
  return to - from < MOST_PAINTED_LINES;
}

export interface Place {
  readonly path: string;
  readonly lines: LineRange | null;
  /** A heading's slug, for links that name one. */
  readonly heading: string | null;
}

const PREFIX = '/d/';

/** `/d/vpn/wireguard.md#L12-L20`; the inverse of `parseDeepLink`. */
export function deepLink(path: string, lines: LineRange | null = null): string {
  return `${PREFIX}${path.split('/').map(encodeURIComponent).join('/')}${lines ? lineFragment(lines) : ''}`;
}

function lineFragment({ from, to }: LineRange): string {
  return from === to ? `#L${from}` : `#L${from}-L${to}`;
}

export function parseDeepLink(pathname: string, fragment: string): Place | null {
  if (!pathname.startsWith(PREFIX)) return null;
  const path = decode(pathname.slice(PREFIX.length));
  if (!path) return null;
  return { path, ...parseFragment(fragment.replace(/^#/, '')) };
}

export function parseFragment(fragment: string): Pick<Place, 'lines' | 'heading'> {
  const match = /^L(\d{1,7})(?:-L?(\d{1,7}))?$/.exec(fragment);
  if (!match) return { lines: null, heading: decode(fragment) || null };
  const from = Math.max(1, Number(match[1]));
  return { lines: { from, to: Math.max(from, Number(match[2] ?? from)) }, heading: null };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** The document that a link in `fromPath` means, or null when it leaves the corpus. */
export function resolveLink(fromPath: string, href: string): Place | null {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('//')) return null;
  const [target = '', fragment = ''] = href.split('#', 2);
  const plain = decode(target.split('?')[0] ?? '');
  if (plain === null) return null;
  const path = plain === '' ? fromPath : joinPath(fromPath, plain);
  return path === null ? null : { path, ...parseFragment(fragment) };
}

/** Null when the link climbs out of the corpus. */
function joinPath(fromPath: string, target: string): string | null {
  const folder = target.startsWith('/') ? [] : fromPath.split('/').slice(0, -1);
  const parts = [...folder, ...target.split('/')].filter((part) => part !== '' && part !== '.');
  const path: string[] = [];
  for (const part of parts) {
    if (part !== '..') path.push(part);
    else if (path.pop() === undefined) return null;
  }
  return path.length > 0 ? path.join('/') : null;
}

/** How a document in one folder names another: the inverse of `resolveLink`, unescaped. */
export function relativePath(fromPath: string, toPath: string): string {
  const from = fromPath.split('/').slice(0, -1);
  const to = toPath.split('/');
  let shared = 0;
  while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared += 1;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}

/** `returnTo` when it stays on this origin, else the start page: nobody's link may send a fresh session elsewhere. */
export function safeReturnTo(returnTo: string | null | undefined): string {
  if (!returnTo || !/^\/(?![/\\])/.test(returnTo) || hasControls(returnTo)) return '/';
  const base = 'http://glyph.invalid';
  const target = new URL(returnTo, base);
  return target.origin === base ? `${target.pathname}${target.search}${target.hash}` : '/';
}

/** Browsers drop tabs and line ends from addresses, so "/\t/evil" would become "//evil". */
function hasControls(text: string): boolean {
  return [...text].some((character) => character <= ' ' || character === '\\');
}
