import 'server-only';
import { causedByBodyLimit, hasType, isJson, limitBody } from './body-limit';
import type { Config } from './config';
import { API_HEADERS, API_UNREACHABLE, type ErrorFields, errorAnswer } from './errors';
import { type FoundRoute, findRoute, headersDown, headersUp, joinSegments } from './relay-rules';
import { clearedSessionCookie, type Session, sessionCookie } from './session';

/** Hands one request of a signed-in browser to the API, and its answer back. */
export async function relay(
  request: Request,
  segments: readonly string[],
  session: Session,
  config: Config,
  send: typeof fetch = fetch,
): Promise<Response> {
  const path = joinSegments(segments);
  if (path === undefined) return errorAnswer(400, BAD_PATH);
  const route = findRoute(request.method, path, config.saveLimitBytes);
  if (route === 404 || route === 405) return errorAnswer(route, NOT_RELAYED);
  const refusal = refuseBody(request, route);
  if (refusal) return refusal;
  const address = `${config.apiOrigin}/v1/${path}${new URL(request.url).search}`;
  try {
    return passDown(await send(address, outgoing(request, route, session, config)));
  } catch (error) {
    return failed(request, error);
  }
}

function failed(request: Request, error: unknown): Response {
  if (causedByBodyLimit(error)) return errorAnswer(413, TOO_LARGE);
  if (request.signal.aborted) return new Response(null, { status: 499 });
  return errorAnswer(502, API_UNREACHABLE);
}

function refuseBody(request: Request, route: FoundRoute): Response | undefined {
  if (!carriesBody(request, route)) return undefined;
  if (route.bodyType && !hasType(request, route.bodyType)) return errorAnswer(415, IMAGES_ONLY);
  if (!route.bodyType && !isJson(request)) return errorAnswer(415, JSON_ONLY);
  const declared = Number(request.headers.get('content-length') ?? 0);
  return declared > route.bodyLimitBytes ? errorAnswer(413, TOO_LARGE) : undefined;
}

/** A POST without a body still has a stream here, so its declared length decides. */
function carriesBody(request: Request, route: FoundRoute): boolean {
  return route.bodyLimitBytes > 0 && request.body !== null && request.headers.get('content-length') !== '0';
}

function outgoing(request: Request, route: FoundRoute, session: Session, config: Config): RequestInit {
  const init: RequestInit = {
    method: request.method,
    headers: headersUp(request.headers, config.workbenchToken, session.token),
    redirect: 'error',
    cache: 'no-store',
    signal: request.signal,
  };
  if (!carriesBody(request, route)) return init;
  const body = request.body && limitBody(request.body, route.bodyLimitBytes);
  return Object.assign(init, { body, duplex: 'half' });
}

function passDown(answer: Response): Response {
  const headers = headersDown(answer.headers, API_HEADERS);
  const renewed = sessionCookie(answer.headers.get('x-glyph-session-renewed'));
  if (renewed !== undefined) headers.append('set-cookie', renewed);
  // Revoked or outdated in FastAPI's eyes: a cookie that opens nothing should not look like a session here.
  if (answer.status === 401) headers.append('set-cookie', clearedSessionCookie());
  return new Response(answer.body, { status: answer.status, headers });
}

const BAD_PATH: ErrorFields = {
  code: 'bad_path',
  message: 'The address holds a segment that cannot be relayed.',
  hint: 'Name documents in the query string: ?path=…',
};
const NOT_RELAYED: ErrorFields = {
  code: 'not_relayed',
  message: 'The workbench does not relay this call.',
  hint: 'Scripts ask the API directly, with its own token.',
};
const JSON_ONLY: ErrorFields = {
  code: 'json_only',
  message: 'The body has to be JSON.',
  hint: 'Send content-type: application/json.',
};
const IMAGES_ONLY: ErrorFields = {
  code: 'images_only',
  message: 'The body has to be an image.',
  hint: 'Send PNG, JPEG, GIF, WebP, AVIF or SVG with its content-type.',
};
const TOO_LARGE: ErrorFields = {
  code: 'too_large',
  message: 'The body is larger than this call may carry.',
  hint: 'Images may have 10 MB; GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES says how large a document may be.',
};
