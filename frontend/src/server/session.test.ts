import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { Config } from './config';
import { ABSOLUTE_SECONDS, clearedSessionCookie, sessionCookie, verifySession } from './session';

const file = fileURLToPath(new URL('../../../tests/vectors/session.json', import.meta.url));
const valid = JSON.parse(readFileSync(file, 'utf8'))[0] as { token: string; secret: string; now: number };

function configWith(...sessionSecrets: string[]): Config {
  const publicOrigin = new URL('http://127.0.0.1:3000');
  return {
    apiOrigin: 'http://127.0.0.1:8765',
    workbenchToken: 't'.repeat(32),
    sessionSecrets,
    publicOrigin,
    saveLimitBytes: 1,
  };
}

describe('a session', () => {
  it('verifies with any secret of the list, so that secrets can be changed without signing everyone out', () => {
    const rotated = configWith(valid.secret, 'n'.repeat(40));
    expect(verifySession(valid.token, rotated, valid.now)?.sid).toBe('q3J5c2lkLXZlY3Rvcg');
  });

  it('ends when its secret leaves the list', () => {
    expect(verifySession(valid.token, configWith('n'.repeat(40)), valid.now)).toBeUndefined();
  });

  it('ends after twelve idle hours', () => {
    expect(verifySession(valid.token, configWith(valid.secret), valid.now + 13 * 3600)).toBeUndefined();
    expect(ABSOLUTE_SECONDS).toBe(604_800);
  });

  it('travels in a cookie that no script reads and no other host sets', () => {
    expect(sessionCookie('a.b.c')).toBe('__Host-glyph=a.b.c; Path=/; Max-Age=43200; Secure; HttpOnly; SameSite=Lax');
    expect(clearedSessionCookie()).toContain('Max-Age=0');
  });
});
