import { describe, expect, it } from 'vitest';
import { headingLine, slug } from './headings';

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
