import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { verifyToken } from './itsdangerous';

interface Vector {
  name: string;
  token: string;
  secret: string;
  salt: string;
  now: number;
  max_age_s: number;
  ok: boolean;
  payload?: unknown;
  reason?: string;
}

const file = fileURLToPath(new URL('../../../tests/vectors/session.json', import.meta.url));
const vectors = JSON.parse(readFileSync(file, 'utf8')) as Vector[];

describe('a session token that Python signed', () => {
  it.each(vectors)('is judged here as it is there: $name', (vector) => {
    const { token, secret, salt, now } = vector;
    const verdict = verifyToken(token, { secret, salt, now, maxAgeSeconds: vector.max_age_s });
    if (verdict.ok) expect(verdict.payload).toEqual(vector.payload);
    else expect(verdict.reason).toBe(vector.reason);
    expect(verdict.ok).toBe(vector.ok);
  });

  it('is refused unread when it is longer than any cookie of ours', () => {
    const verifier = { secret: 's'.repeat(32), salt: 'salt', now: 0, maxAgeSeconds: 1 };
    expect(verifyToken(`${'x'.repeat(5000)}.a.b`, verifier)).toEqual({ ok: false, reason: 'malformed' });
  });
});
