import { describe, expect, it } from 'vitest';
import { refusedAsForeign } from './guard';

const own = new URL('http://127.0.0.1:3000');

function verdict(method: string, headers: Record<string, string>) {
  const request = { method, headers: new Headers(headers) } as Request;
  return refusedAsForeign(request, own)?.code;
}

describe('the guard', () => {
  it('lets our own page read and write', () => {
    expect(verdict('GET', { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' })).toBeUndefined();
    expect(verdict('PUT', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' })).toBeUndefined();
  });

  it('lets a typed address and a client without fetch metadata read', () => {
    expect(verdict('GET', { host: '127.0.0.1:3000', 'sec-fetch-site': 'none' })).toBeUndefined();
    expect(verdict('GET', { host: '127.0.0.1:3000' })).toBeUndefined();
  });

  it('refuses another host name, which is how DNS rebinding arrives', () => {
    expect(verdict('GET', { host: 'evil.example:3000' })).toBe('foreign_host');
    expect(verdict('POST', { host: 'localhost:3000', origin: 'http://127.0.0.1:3000' })).toBe('foreign_host');
  });

  it('refuses a write from another port of the same host, which SameSite would let through', () => {
    expect(verdict('POST', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:9999' })).toBe('foreign_origin');
  });

  it('refuses a write that names no origin, or the null origin', () => {
    expect(verdict('POST', { host: '127.0.0.1:3000' })).toBe('foreign_origin');
    expect(verdict('POST', { host: '127.0.0.1:3000', origin: 'null' })).toBe('foreign_origin');
  });

  it('refuses a read that another site or another port made the browser send', () => {
    expect(verdict('GET', { host: '127.0.0.1:3000', 'sec-fetch-site': 'cross-site' })).toBe('foreign_site');
    expect(verdict('GET', { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-site' })).toBe('foreign_site');
  });
});
