import { describe, expect, it } from 'vitest';
import { choicesFor, linkBefore } from './link-completion';
import { isWebAddress, linkAt } from './markdown-links';

describe('a link that is being written', () => {
  it.each([
    ['see [keys](', { typed: '', document: null }],
    ['see [keys](../dns/d', { typed: '../dns/d', document: null }],
    ['see [keys](#no-h', { typed: '#no-h', document: '' }],
    ['see [keys](dns.md#no-h', { typed: '#no-h', document: 'dns.md' }],
    ['see [keys](dns.md) and', null],
    ['f(x', null],
  ])('after %j is %j', (line, link) => {
    expect(linkBefore(line)).toEqual(link);
  });

  const from = { path: 'vpn/wireguard.md', text: '# VPN\n## No handshake\n' };
  const paths = async () => ['vpn/wireguard.md', 'vpn/keys.md', 'dns/split dns.md'];

  it('is offered the other documents, relative to this one', async () => {
    const choices = await choicesFor({ typed: '', document: null }, from, paths);
    expect(choices.map(({ insert }) => insert)).toEqual(['keys.md', '../dns/split%20dns.md']);
  });

  it('is offered the headings of the document it names', async () => {
    const choices = await choicesFor({ typed: '#', document: '' }, from, paths);
    expect(choices.map(({ insert }) => insert)).toEqual(['#vpn', '#no-handshake']);
  });
});

describe('the link at a place of a line', () => {
  const line = 'a [b](c.md#d) [w](https://example.org/x) ![p](<pic.png>) see https://glyph.example/a, or not';

  it.each([
    [1, null],
    [3, { start: 6, end: 12, target: 'c.md#d' }],
    [13, { start: 6, end: 12, target: 'c.md#d' }],
    [20, { start: 18, end: 39, target: 'https://example.org/x' }],
    [45, { start: 47, end: 54, target: 'pic.png' }],
    [70, { start: 61, end: 84, target: 'https://glyph.example/a' }],
    [88, null],
  ])('at %i is %j', (offset, link) => {
    expect(linkAt(line, offset)).toEqual(link);
  });

  it('leaves the corpus only for addresses a browser may be sent to', () => {
    expect(['https://a.example', 'mailto:a@b.example', 'javascript:alert(1)', 'a.md'].map(isWebAddress)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
