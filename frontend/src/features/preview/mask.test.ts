import { describe, expect, it } from 'vitest';
import { toBlocks } from './blocks';
import { maskTree } from './mask';
import { type ElementNode, type TreeNode, textOf } from './tree';

function secretsIn(node: TreeNode): ElementNode[] {
  if (typeof node === 'string') return [];
  return [...(node.tag === 'secret' ? [node] : []), ...(node.children ?? []).flatMap(secretsIn)];
}

const blockOf = (text: string) => toBlocks(text)[0]?.node ?? '';

describe('hidden values', () => {
  it('are wrapped where they stand, and the text stays the same', () => {
    const node = blockOf('password `hunter2!` and hunter2! again');
    const masked = maskTree(node, ['hunter2!']);
    expect(textOf(masked)).toBe(textOf(node));
    expect(secretsIn(masked).map(textOf)).toEqual(['hunter2!', 'hunter2!']);
  });

  it('are hidden whole when colours cut through them', () => {
    const node = blockOf('```ini\nPrivateKey = qtZDinuOFFvGj=\n```');
    const masked = maskTree(node, ['qtZDinuOFFvGj=']);
    expect(secretsIn(masked).map(textOf).join('')).toBe('qtZDinuOFFvGj=');
    expect(new Set(secretsIn(masked).map(({ attributes }) => attributes?.value)).size).toBe(1);
    expect(textOf(masked)).toBe(textOf(node));
  });

  it('within a longer one belong to it', () => {
    const masked = maskTree(blockOf('pg://app:hunter2!@db'), ['pg://app:hunter2!@db', 'hunter2!']);
    expect(secretsIn(masked).map(textOf)).toEqual(['pg://app:hunter2!@db']);
  });

  it('cost nothing where there are none', () => {
    const node = blockOf('plain');
    expect(maskTree(node, ['hunter2!'])).toBe(node);
  });
});
