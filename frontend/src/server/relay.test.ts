import { describe, expect, it } from 'vitest';
import { limitBody, readLimited } from './body-limit';
import type { Config } from './config';
import { relay } from './relay';
import { findRoute, headersUp, joinSegments } from './relay-rules';

const config: Config = {
  apiOrigin: 'http://127.0.0.1:8765',
  workbenchToken: 'workbench-token-0123456789abcdef',
  sessionSecrets: ['s'.repeat(32)],
  publicOrigin: new URL('http://127.0.0.1:3000'),
  saveLimitBytes: 1000,
};
const session = { token: 'session.token.x', sid: 'sid' };

interface Sent {
  address: string;
  init: RequestInit;
}

function fakeApi(answer: Response) {
  const sent: Sent[] = [];
  const send = async (address: unknown, init?: RequestInit) => {
    sent.push({ address: String(address), init: init ?? {} });
    return answer;
  };
  return { sent, send: send as typeof fetch };
}

function put(body: string, headers: Record<string, string> = {}) {
  const address = 'http://127.0.0.1:3000/api/v1/document?path=a.md';
  return new Request(address, { method: 'PUT', body, headers: { 'content-type': 'application/json', ...headers } });
}

describe('the route table', () => {
  it.each([
    ['POST', 'search'],
    ['GET', 'documents'],
    ['GET', 'document'],
    ['PUT', 'document'],
    ['POST', 'document'],
    ['DELETE', 'document'],
    ['POST', 'document/move/plan'],
    ['POST', 'document/move'],
    ['GET', 'document/history'],
    ['GET', 'document/version'],
    ['GET', 'document/links'],
    ['GET', 'trash'],
    ['DELETE', 'trash'],
    ['POST', 'trash/restore'],
    ['GET', 'asset'],
    ['PUT', 'asset'],
    ['GET', 'problems'],
    ['GET', 'redactions'],
    ['GET', 'index'],
    ['POST', 'index/update'],
    ['POST', 'index/rebuild'],
    ['GET', 'jobs/01J9-abc_2'],
    ['POST', 'jobs/01J9-abc_2/cancel'],
    ['GET', 'generations'],
    ['POST', 'generations/20261130T170158.221996Z-4dcb63ed/activate'],
  ])('relays %s %s', (method, path) => {
    expect(findRoute(method, path, 1000)).toMatchObject({ methods: expect.arrayContaining([method]) });
  });

  it('knows no other path of the API, not even the ones that exist', () => {
    for (const path of ['openapi.json', 'session', 'generations/prune', 'jobs/a/b', 'webhooks/github', '']) {
      expect(findRoute('GET', path, 1000)).toBe(404);
    }
  });

  it('tells a wrong method from a wrong path', () => {
    expect(findRoute('GET', 'search', 1000)).toBe(405);
    expect(findRoute('DELETE', 'documents', 1000)).toBe(405);
    expect(findRoute('POST', 'asset', 1000)).toBe(405);
    expect(findRoute('PUT', 'trash', 1000)).toBe(405);
  });
});

describe('a path', () => {
  it.each(['..', '.', '%2e%2e', 'a%2fb', 'a%5cb', 'a%00', '%252e%252e', '', '%zz', 'a b'])(
    'is refused with the segment %j',
    (segment) => {
      expect(joinSegments(['jobs', segment])).toBeUndefined();
    },
  );

  it('is joined from plain segments', () => {
    expect(joinSegments(['index', 'update'])).toBe('index/update');
  });
});

describe('the headers', () => {
  it('that the browser may not set are ours', () => {
    const spoofed = new Headers({
      authorization: 'Bearer stolen',
      cookie: '__Host-glyph=x',
      'x-glyph-session': 'forged',
      'x-forwarded-for': '1.2.3.4',
      'x-middleware-subrequest': 'proxy',
      'if-match': '"hash"',
    });
    const up = Object.fromEntries(headersUp(spoofed, config.workbenchToken, session.token));
    expect(up).toEqual({
      authorization: `Bearer ${config.workbenchToken}`,
      'x-glyph-session': session.token,
      'if-match': '"hash"',
    });
  });

  it('that come down are an allow-list, and nothing of it is stored', async () => {
    const api = fakeApi(
      Response.json({ ok: true }, { headers: { server: 'uvicorn', 'set-cookie': 'a=b', etag: '"1"' } }),
    );
    const answer = await relay(put('{}'), ['document'], session, config, api.send);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.headers.get('server')).toBeNull();
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the relay', () => {
  it('sends the query string as it came', async () => {
    const api = fakeApi(Response.json({}));
    await relay(put('{}'), ['document'], session, config, api.send);
    expect(api.sent[0]?.address).toBe('http://127.0.0.1:8765/v1/document?path=a.md');
  });

  it('turns a renewed session into the cookie and keeps the header to itself', async () => {
    const api = fakeApi(Response.json({}, { headers: { 'x-glyph-session-renewed': 'new.token.y' } }));
    const answer = await relay(put('{}'), ['document'], session, config, api.send);
    expect(answer.headers.get('set-cookie')).toContain('__Host-glyph=new.token.y;');
    expect(answer.headers.get('x-glyph-session-renewed')).toBeNull();
  });

  it('drops the cookie of a session that the API no longer honours', async () => {
    const api = fakeApi(Response.json({ error: {} }, { status: 401 }));
    const answer = await relay(put('{}'), ['document'], session, config, api.send);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('set-cookie')).toContain('Max-Age=0');
  });

  it('never asks the API about a path it does not relay', async () => {
    const api = fakeApi(Response.json({}));
    const answer = await relay(put('{}'), ['session'], session, config, api.send);
    expect([answer.status, api.sent.length]).toEqual([404, 0]);
  });

  it('refuses a body that is no JSON, which is all that a cross-site form can send', async () => {
    const api = fakeApi(Response.json({}));
    const answer = await relay(
      put('text=x', { 'content-type': 'text/plain' }),
      ['document'],
      session,
      config,
      api.send,
    );
    expect([answer.status, api.sent.length]).toEqual([415, 0]);
  });

  it('lets a call without a body through, and sends none on', async () => {
    const api = fakeApi(Response.json({}, { status: 202 }));
    const request = new Request('http://127.0.0.1:3000/api/v1/index/update', { method: 'POST', body: '' });
    request.headers.set('content-length', '0');
    expect((await relay(request, ['index', 'update'], session, config, api.send)).status).toBe(202);
    expect(api.sent[0]?.init.body).toBeUndefined();
  });

  it('refuses a body by its declared length before reading it', async () => {
    const api = fakeApi(Response.json({}));
    const request = put('{}');
    request.headers.set('content-length', '99999999');
    expect((await relay(request, ['document'], session, config, api.send)).status).toBe(413);
  });

  it('says so when the API cannot be reached', async () => {
    const down = (async () => Promise.reject(new TypeError('fetch failed'))) as unknown as typeof fetch;
    const answer = await relay(put('{}'), ['document'], session, config, down);
    expect(answer.status).toBe(502);
    expect((await answer.json()).error.code).toBe('api_unreachable');
  });
});

describe('an image', () => {
  it('is carried to where images go, and nothing else there', async () => {
    const api = fakeApi(Response.json({}, { status: 201 }));
    const image = (type: string) =>
      new Request('http://127.0.0.1:3000/api/v1/asset?path=a.assets/b.png', {
        method: 'PUT',
        body: 'x',
        headers: { 'content-type': type },
      });
    expect((await relay(image('image/png'), ['asset'], session, config, api.send)).status).toBe(201);
    for (const type of ['text/html', 'application/json', 'image/png-not', '']) {
      expect((await relay(image(type), ['asset'], session, config, api.send)).status).toBe(415);
    }
    expect(api.sent.length).toBe(1);
  });

  it('is refused for a document, and when it is more than the API stores', async () => {
    const api = fakeApi(Response.json({}));
    const wrong = put('x', { 'content-type': 'image/png' });
    expect((await relay(wrong, ['document'], session, config, api.send)).status).toBe(415);
    const large = put('x', { 'content-type': 'image/png', 'content-length': '10000001' });
    expect((await relay(large, ['asset'], session, config, api.send)).status).toBe(413);
    expect(api.sent.length).toBe(0);
  });

  it('comes down with how it may be used', async () => {
    const headers = { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment' };
    const api = fakeApi(new Response('<svg/>', { headers }));
    const request = new Request('http://127.0.0.1:3000/api/v1/asset?path=a.assets/b.svg');
    const answer = await relay(request, ['asset'], session, config, api.send);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('a body limit', () => {
  it('stops a stream that declared no length', async () => {
    const body = new Blob(['x'.repeat(2000)]).stream();
    await expect(new Response(limitBody(body, 1000)).text()).rejects.toThrow();
  });

  it('lets through exactly as much as it says', async () => {
    const body = new Blob(['x'.repeat(1000)]).stream();
    expect((await new Response(limitBody(body, 1000)).text()).length).toBe(1000);
  });

  it('reads a login of two kilobytes and no more', async () => {
    const login = (size: number) => new Request('http://x', { method: 'POST', body: 'x'.repeat(size) });
    expect(await readLimited(login(2048), 2048)).toHaveLength(2048);
    expect(await readLimited(login(2049), 2048)).toBeUndefined();
  });
});
