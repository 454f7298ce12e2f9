import { describe, expect, it } from 'vitest';
import type { DocumentEntry, Passage } from '@/lib/api/types';
import { documentMode, headingItems, splitPlace } from './document-mode';

const entry = (path: string, title = path) => ({ path, title }) as DocumentEntry;
const entries = [
  entry('dns/dns.md', 'DNS'),
  entry('vpn/wireguard.md', 'WireGuard'),
  entry('vpn/wireguard-keys.md', 'Keys'),
];

function offered(query: string, recent: readonly string[] = []) {
  return documentMode({ entries, recent, passages: [] })
    .items(query)
    .map(({ id }) => id);
}

describe('quick open', () => {
  it('lists what is open first while nothing is typed', () => {
    expect(offered('', ['vpn/wireguard-keys.md'])[0]).toBe('vpn/wireguard-keys.md');
  });

  it.each(['wireguard', 'wireguard.md', 'WireGuard', 'vpn/wireguard.md'])(
    'puts the document that %j names before any that merely fits, open or not',
    (query) => {
      expect(offered(query, ['vpn/wireguard-keys.md'])[0]).toBe('vpn/wireguard.md');
    },
  );

  it('takes a line or a heading after the name', () => {
    expect(splitPlace('wireguard.md:12-20')).toEqual({
      name: 'wireguard.md',
      lines: { from: 12, to: 20 },
      heading: null,
    });
    expect(splitPlace('wireguard@No handshake')).toEqual({ name: 'wireguard', lines: null, heading: 'no-handshake' });
    expect(offered('wireguard.md:12')[0]).toBe('vpn/wireguard.md');
  });

  it('offers headings that hold every word, each once, and no title twice', () => {
    const passage = {
      path: 'vpn/wireguard.md',
      title: 'WireGuard',
      heading_path: ['WireGuard', 'No handshake'],
    } as Passage;
    const labels = (query: string) => headingItems([passage, passage], query).map(({ label }) => label);
    expect([labels('handshake no'), labels('wireguard'), labels('')]).toEqual([['# No handshake'], [], []]);
  });
});
