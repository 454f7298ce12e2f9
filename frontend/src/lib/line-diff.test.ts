import { describe, expect, it } from 'vitest';
import { diffLines } from './line-diff';

const SIGNS = { same: ' ', gone: '-', new: '+' } as const;
const shown = (earlier: string, later: string) =>
  diffLines(earlier, later).map(({ kind, text }) => `${SIGNS[kind]}${text}`);

describe('the difference of two texts', () => {
  it('keeps what both have in its place', () => {
    expect(shown('a\nb\nc\nd', 'a\nx\nc\ny\nd')).toEqual([' a', '-b', '+x', ' c', '+y', ' d']);
  });

  it('is nothing but equal lines for equal texts, whatever their line ends', () => {
    expect(shown('a\r\nb', 'a\nb')).toEqual([' a', ' b']);
  });

  it('leads from one text to the other, also when nothing is alike', () => {
    const lines = diffLines('a\na\nb', 'b\nc\na');
    expect(lines.filter(({ kind }) => kind !== 'new').map(({ text }) => text)).toEqual(['a', 'a', 'b']);
    expect(lines.filter(({ kind }) => kind !== 'gone').map(({ text }) => text)).toEqual(['b', 'c', 'a']);
  });
});
