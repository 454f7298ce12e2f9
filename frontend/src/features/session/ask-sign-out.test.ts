import { describe, expect, it } from 'vitest';
import { askSignOut } from './ask-sign-out';

const answering = (status: number, body: unknown): typeof fetch => {
  return async () => (status === 204 ? new Response(null, { status }) : Response.json(body, { status }));
};

describe('signing out', () => {
  it('is done when the server says so', async () => {
    expect((await askSignOut(answering(204, null))).kind).toBe('signed out');
  });

  it('throws nothing away while the API is down: the session has ended here only', async () => {
    const error = { code: 'not_revoked', message: 'Signed out here.', hint: '' };
    expect((await askSignOut(answering(502, { error }))).kind).toBe('here only');
  });

  it('is not done when the workbench’s server refuses or cannot be reached', async () => {
    expect((await askSignOut(answering(403, {}))).kind).toBe('not signed out');
    const unreachable = () => Promise.reject(new TypeError('fetch failed'));
    expect((await askSignOut(unreachable)).kind).toBe('not signed out');
  });
});
