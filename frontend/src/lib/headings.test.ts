import { describe, expect, it } from 'vitest';
import { headingLine, headingPath, headingsOf, slug } from './headings';

describe('a heading’s anchor', () => {
  it.each([
    ['No handshake', 'no-handshake'],
    ['DNS & `resolv.conf`', 'dns--resolvconf'],
    ['Größe: 5 %', 'größe-5-'],
  ])('of %j is %j', (heading, anchor) => {
    expect(slug(heading)).toBe(anchor);
  });

  it('leads to its line, and not to a comment in a fence', () => {
    const text = '---\na: 1\n---\n```bash\n# Keys\n```\n~~~~\n```\n## Keys\n~~~~\n\n## [Keys](x.md) ##\n';
    expect(headingLine(text, 'keys')).toBe(12);
    expect(headingLine(text, 'none')).toBeNull();
  });
});

describe('the headings of a document', () => {
  const text = '---\n# not one\n---\n# VPN\n## Keys\ntext\n### Peers\n## Keys\nend\n';

  it('have their level, their line and an anchor of their own', () => {
    expect(headingsOf(text).map(({ level, slug, line }) => [level, slug, line])).toEqual([
      [1, 'vpn', 4],
      [2, 'keys', 5],
      [3, 'peers', 7],
      [2, 'keys-1', 8],
    ]);
  });

  it('stand above a line, outermost first', () => {
    const above = (line: number) => headingPath(headingsOf(text), line).map((heading) => heading.slug);
    expect([above(3), above(6), above(7), above(9)]).toEqual([
      [],
      ['vpn', 'keys'],
      ['vpn', 'keys', 'peers'],
      ['vpn', 'keys-1'],
    ]);
  });
});
