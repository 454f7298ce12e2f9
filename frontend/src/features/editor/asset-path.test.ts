import { describe, expect, it } from 'vitest';
import { assetPath, imageLink } from './asset-path';

const HASH = 'abcdef0123456789';

describe('an image of a document', () => {
  it('is stored beside it, under a name that says what it is and meets no other', () => {
    const path = assetPath('vpn/wireguard.md', { name: 'Packet path.PNG', type: 'image/png' }, HASH);
    expect(path).toBe('vpn/wireguard.assets/packet-path-abcdef0123.png');
    expect(assetPath('a.md', { name: '', type: 'image/svg+xml' }, HASH)).toBe('a.assets/image-abcdef0123.svg');
  });

  it('is linked to relative to the document', () => {
    expect(imageLink('vpn/wireguard.md', 'vpn/wireguard.assets/packet-path-abcdef0123.png')).toBe(
      '![packet path](wireguard.assets/packet-path-abcdef0123.png)',
    );
  });
});
