import { describe, expect, it } from 'vitest';
import type { Config } from './config';
import { signIn, signOut } from './sign-in';

const config: Config = {
  apiOrigin: 'http://127.0.0.1:8765',
  workbenchToken: 'workbench-token-0123456789abcdef',
  sessionSecrets: ['s'.repeat(32)],
  publicOrigin: new URL('http://127.0.0.1:3000'),
  saveLimitBytes: 1000,
};

function login(body: string, type = 'application/json') {
  return new Request('http://127.0.0.1:3000/api/auth/login', {
    method: 'POST',
    body,
    headers: { 'content-type': type },
  });
}

function api(status: number, body: unknown, headers: Record<string, string> = {}): typeof fetch {
  return async () => (status === 204 ? new Response(null, { status }) : Response.json(body, { status, headers }));
}

describe('signing in', () => {
  it('sets the cookie to the token that the API issued', async () => {
    const answer = await signIn(login('{"password":"right"}'), config, api(201, { token: 'a.b.c', expires_at: '' }));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(/^__Host-glyph=a\.b\.c; .*HttpOnly/);
  });

  it('hands down why the API refused, and how long to wait', async () => {
    const error = { code: 'too_many_attempts', message: 'Slow down.', hint: 'Wait.' };
    const answer = await signIn(login('{"password":"wrong"}'), config, api(429, { error }, { 'retry-after': '8' }));
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '8']);
    expect(answer.headers.get('set-cookie')).toBeNull();
  });

  it.each([
    ['a form', login('password=x', 'application/x-www-form-urlencoded'), 415],
    ['a body that is not JSON', login('{'), 422],
    ['a password that is no text', login('{"password":1}'), 422],
    ['more than two kilobytes', login(`{"password":"${'x'.repeat(3000)}"}`), 413],
  ])('refuses %s', async (_what, request, status) => {
    expect((await signIn(request, config, api(201, { token: 'a.b.c' }))).status).toBe(status);
  });

  it('never puts a token into the cookie that could carry another attribute', async () => {
    const answer = await signIn(login('{"password":"x"}'), config, api(201, { token: 'a; Domain=evil' }));
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([502, null]);
  });
});

describe('signing out', () => {
  const session = { token: 'a.b.c', sid: 'sid' };

  it('clears the cookie and what the browser stored', async () => {
    const answer = await signOut(session, config, api(204, null));
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(answer.headers.get('clear-site-data')).toBe('"storage"');
  });

  it('clears the cookie, and no draft, when the API cannot be told, and says that it was not', async () => {
    const answer = await signOut(session, config, api(500, {}));
    expect(answer.status).toBe(502);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
    expect(answer.headers.get('clear-site-data')).toBeNull();
  });
});
