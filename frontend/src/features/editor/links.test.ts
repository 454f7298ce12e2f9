import { describe, expect, it } from 'vitest';
import { choicesFor, linkBefore } from './link-completion';
import { linksIn } from './markdown-links';

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

describe('the links of a text', () => {
  it('are those to documents and headings, outside of code', () => {
    const text = 'a [b](c.md#d) [w](https://example.org)\n```\n[no](x.md)\n```\n![p](<pic.png>)';
    expect(linksIn(text)).toEqual([
      { line: 1, start: 6, end: 12, target: 'c.md#d' },
      { line: 5, start: 6, end: 13, target: 'pic.png' },
    ]);
  });
});
