import 'server-only';
import { isJson, readLimited } from './body-limit';
import type { Config } from './config';
import { API_UNREACHABLE, type ErrorFields, emptyAnswer, errorAnswer } from './errors';
import { headersUp } from './relay-rules';
import { clearedSessionCookie, type Session, sessionCookie } from './session';

const LOGIN_LIMIT_BYTES = 2048;

/** Asks FastAPI for a session; it alone checks passwords and slows down guessing. */
export async function signIn(request: Request, config: Config, send: typeof fetch = fetch): Promise<Response> {
  const password = await readPassword(request);
  if (password instanceof Response) return password;
  try {
    const answer = await send(`${config.apiOrigin}/v1/session`, {
      method: 'POST',
      headers: jsonHeaders(config),
      body: JSON.stringify({ password }),
      redirect: 'error',
      cache: 'no-store',
    });
    return answer.status === 201 ? opened(await answer.json()) : await refused(answer);
  } catch {
    return errorAnswer(502, API_UNREACHABLE);
  }
}

/** Ends the session in FastAPI, then in the browser, together with whatever the browser stored of the corpus. */
export async function signOut(
  session: Session | undefined,
  config: Config,
  send: typeof fetch = fetch,
): Promise<Response> {
  const revoked = session === undefined || (await revoke(session, config, send));
  const cookie = { 'set-cookie': clearedSessionCookie() };
  // Drafts stay when the API could not be told: whoever signs out meanwhile may not know what is unsaved.
  return revoked ? emptyAnswer({ ...cookie, 'clear-site-data': '"storage"' }) : errorAnswer(502, NOT_REVOKED, cookie);
}

async function revoke(session: Session, config: Config, send: typeof fetch): Promise<boolean> {
  try {
    const answer = await send(`${config.apiOrigin}/v1/session`, {
      method: 'DELETE',
      headers: headersUp(new Headers(), config.workbenchToken, session.token),
      redirect: 'error',
      cache: 'no-store',
    });
    return answer.ok || answer.status === 401;
  } catch {
    return false;
  }
}

async function readPassword(request: Request): Promise<string | Response> {
  if (!isJson(request)) return errorAnswer(415, LOGIN_IS_JSON);
  const body = await readLimited(request, LOGIN_LIMIT_BYTES);
  if (body === undefined) return errorAnswer(413, LOGIN_TOO_LARGE);
  const password = passwordIn(body);
  return password === undefined ? errorAnswer(422, LOGIN_IS_JSON) : password;
}

function passwordIn(body: string): string | undefined {
  try {
    const fields: unknown = JSON.parse(body);
    const password = (fields as { password?: unknown } | null)?.password;
    return typeof password === 'string' && password !== '' ? password : undefined;
  } catch {
    return undefined;
  }
}

function jsonHeaders(config: Config): Headers {
  return headersUp(new Headers({ 'content-type': 'application/json' }), config.workbenchToken);
}

function opened(answer: unknown): Response {
  const cookie = sessionCookie((answer as { token?: unknown } | null)?.token);
  return cookie === undefined ? errorAnswer(502, API_UNREACHABLE) : emptyAnswer({ 'set-cookie': cookie });
}

async function refused(answer: Response): Promise<Response> {
  const wait = answer.headers.get('retry-after');
  const body: unknown = await answer.json().catch(() => null);
  const error = (body as { error?: ErrorFields } | null)?.error ?? API_UNREACHABLE;
  // 401 with another code means that the API refuses the workbench itself, which no password mends.
  return errorAnswer(answer.status, error, wait ? { 'retry-after': wait } : {});
}

const LOGIN_IS_JSON: ErrorFields = {
  code: 'bad_login',
  message: 'The login was not understood.',
  hint: 'Send {"password": "…"} as application/json.',
};
const LOGIN_TOO_LARGE: ErrorFields = {
  code: 'too_large',
  message: 'The password is too long.',
  hint: 'A password has 512 characters at most.',
};
const NOT_REVOKED: ErrorFields = {
  code: 'not_revoked',
  message: 'You are signed out here, but the API could not be told.',
  hint: 'Run "glyph password" to end every session.',
};
