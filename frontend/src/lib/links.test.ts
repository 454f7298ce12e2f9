import { describe, expect, it } from 'vitest';
import { deepLink, parseDeepLink, relativePath, resolveLink, safeReturnTo } from './links';

describe('a deep link', () => {
  it.each([
    ['vpn/wireguard.md', null],
    ['vpn/wireguard.md', { from: 12, to: 20 }],
    ['a b/ü#?.md', { from: 7, to: 7 }],
  ])('leads back to %s at %j', (path, lines) => {
    const [pathname = '', fragment = ''] = deepLink(path, lines).split('#');
    expect(parseDeepLink(pathname, fragment)).toEqual({ path, lines, heading: null });
  });

  it('may name a heading', () => {
    expect(parseDeepLink('/d/dns.md', '#resolver-notes')?.heading).toBe('resolver-notes');
  });

  it('turns a range that runs backwards into one line', () => {
    expect(parseDeepLink('/d/dns.md', '#L9-L2')?.lines).toEqual({ from: 9, to: 9 });
  });

  it('is not every address', () => {
    expect(parseDeepLink('/', '')).toBeNull();
    expect(parseDeepLink('/d/%zz', '')).toBeNull();
  });
});

describe('a link between documents', () => {
  it('is resolved beside the document that holds it', () => {
    expect(resolveLink('vpn/wireguard.md', './dns.md#cache')).toEqual({
      path: 'vpn/dns.md',
      lines: null,
      heading: 'cache',
    });
    expect(resolveLink('vpn/wireguard.md', '../node/set%20up.md')?.path).toBe('node/set up.md');
    expect(resolveLink('vpn/wireguard.md', '/start.md')?.path).toBe('start.md');
    expect(resolveLink('vpn/wireguard.md', '#ports')).toEqual({
      path: 'vpn/wireguard.md',
      lines: null,
      heading: 'ports',
    });
  });

  it('that leaves the corpus is none of ours', () => {
    for (const href of ['https://example.org', '//example.org', 'mailto:a@b.c', '../../etc/passwd', '../..']) {
      expect(resolveLink('vpn/wireguard.md', href)).toBeNull();
    }
  });
});

describe('the address after signing in', () => {
  it('keeps a deep link', () => {
    expect(safeReturnTo('/d/a.md?x=1#L3')).toBe('/d/a.md?x=1#L3');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/\t/evil.example',
    'd/a.md',
    '',
    null,
    '/a\\..\\b',
  ])('never leaves the origin for %j', (returnTo) => {
    expect(safeReturnTo(returnTo)).toBe('/');
  });
});

describe('the path from one document to another', () => {
  it.each([
    ['vpn/a.md', 'vpn/b.md', 'b.md'],
    ['vpn/a.md', 'dns/b.md', '../dns/b.md'],
    ['a.md', 'vpn/deep/b.md', 'vpn/deep/b.md'],
    ['vpn/deep/a.md', 'b.md', '../../b.md'],
  ])('from %s to %s is %s', (from, to, path) => {
    expect(relativePath(from, to)).toBe(path);
    expect(resolveLink(from, path)?.path).toBe(to);
  });
});
