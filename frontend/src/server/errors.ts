import 'server-only';

/** The error shape of the API, for what the workbench's own server refuses. */
export interface ErrorFields {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

export function errorAnswer(
  status: number,
  error: ErrorFields,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error }, { status, headers: { ...API_HEADERS, ...headers } });
}

export function emptyAnswer(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...API_HEADERS, ...headers } });
}

/** What every answer under /api carries: never stored, never framed, never run. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export const NO_SESSION: ErrorFields = {
  code: 'no_session',
  message: 'Your session has ended.',
  hint: 'Sign in again.',
};

export const API_UNREACHABLE: ErrorFields = {
  code: 'api_unreachable',
  message: 'The workbench cannot reach the Glyph API.',
  hint: 'Start it with "glyph serve", or correct GLYPH_API__ORIGIN.',
};
