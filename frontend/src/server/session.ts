import 'server-only';
import { cookies } from 'next/headers';
import { type Config, readConfig } from './config';
import { verifyToken } from './itsdangerous';

/**
 * A session as the workbench sees it: signature and ages. FastAPI checks it again, with what only it knows
 * (revoked sessions and the epoch), so passing here alone opens nothing.
 */
export interface Session {
  readonly token: string;
  readonly sid: string;
}

export const SESSION_COOKIE = '__Host-glyph';
export const SESSION_SALT = 'glyph.session.v1';
export const IDLE_SECONDS = 12 * 60 * 60;
export const ABSOLUTE_SECONDS = 7 * 24 * 60 * 60;

export function verifySession(token: string, config: Config, now: number): Session | undefined {
  for (const secret of config.sessionSecrets) {
    const verdict = verifyToken(token, { secret, salt: SESSION_SALT, maxAgeSeconds: IDLE_SECONDS, now });
    if (verdict.ok) return readSession(token, verdict.payload, now);
  }
  return undefined;
}

function readSession(token: string, payload: unknown, now: number): Session | undefined {
  if (typeof payload !== 'object' || payload === null) return undefined;
  const { sid, auth, epoch } = payload as Record<string, unknown>;
  if (typeof sid !== 'string' || typeof auth !== 'number' || typeof epoch !== 'number') return undefined;
  return now - auth <= ABSOLUTE_SECONDS ? { token, sid } : undefined;
}

/** The session of the request being answered, if it has one. Every handler and page asks; no middleware answers for them. */
export async function currentSession(): Promise<Session | undefined> {
  const token = (await cookies()).get(SESSION_COOKIE)?.value;
  return token ? verifySession(token, readConfig(), Math.floor(Date.now() / 1000)) : undefined;
}

/** The cookie of a token that the API issued; undefined for one that could carry another attribute into it. */
export function sessionCookie(token: unknown): string | undefined {
  if (typeof token !== 'string' || !/^[A-Za-z0-9._-]+$/.test(token)) return undefined;
  return `${SESSION_COOKIE}=${token}; Path=/; Max-Age=${IDLE_SECONDS}; Secure; HttpOnly; SameSite=Lax`;
}

export function clearedSessionCookie(): string {
  return `${SESSION_COOKIE}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
}
