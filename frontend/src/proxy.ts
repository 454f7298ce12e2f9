import { randomBytes } from 'node:crypto';
import { type NextRequest, NextResponse } from 'next/server';
import { buildPolicy } from '@/lib/csp';
import { readConfig } from '@/server/config';

const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** Gives every page its own policy and nonce. It decides nothing about sessions: pages and handlers do. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64');
  const policy = buildPolicy({
    nonce,
    development: process.env.NODE_ENV === 'development',
    https: readConfig().publicOrigin.protocol === 'https:',
  });
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  // Next takes the nonce for its own scripts from the request's policy.
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  for (const [name, value] of Object.entries(PAGE_HEADERS)) response.headers.set(name, value);
  return response;
}

export const config = {
  // Not on /api: Next clones the body of a matched request and silently cuts it at 10 MB.
  matcher: [{ source: '/((?!api/|healthz|_next/static|icon.svg|robots.txt).*)' }],
};
