import 'server-only';
import type { ErrorFields } from './errors';

/**
 * Why a request is refused as not our own page's, or undefined when it may pass.
 *
 * SameSite does not do this work on loopback: another port on localhost is the same site. What holds is exact
 * equality of Host (DNS rebinding) and of Origin (cross-site writes).
 */
export function refusedAsForeign(request: Request, publicOrigin: URL): ErrorFields | undefined {
  if (request.headers.get('host') !== publicOrigin.host) return foreign('host', publicOrigin);
  const reads = request.method === 'GET' || request.method === 'HEAD';
  if (reads) return readsFromOwnPage(request) ? undefined : foreign('site', publicOrigin);
  return request.headers.get('origin') === publicOrigin.origin ? undefined : foreign('origin', publicOrigin);
}

function readsFromOwnPage(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site');
  return site === null || site === 'same-origin' || site === 'none';
}

function foreign(what: 'host' | 'origin' | 'site', publicOrigin: URL): ErrorFields {
  return {
    code: `foreign_${what}`,
    message: 'This request did not come from the workbench’s own address.',
    hint: `Open Glyph at ${publicOrigin.origin}, or set GLYPH_PUBLIC_ORIGIN to the address you use.`,
  };
}
