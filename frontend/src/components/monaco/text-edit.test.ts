import { describe, expect, it } from 'vitest';
import { shortestEdit } from './text-edit';

describe('the shortest edit', () => {
  it.each([
    ['abc', 'abXc'],
    ['abc', ''],
    ['', 'abc'],
    ['aaa', 'aa'],
    ['aa', 'aaaa'],
    ['one two three', 'one 2 three'],
    ['same', 'same'],
  ])('turns %j into %j', (before, after) => {
    const { start, end, text } = shortestEdit(before, after);
    expect(before.slice(0, start) + text + before.slice(end)).toBe(after);
  });

  it('touches only what differs', () => {
    expect(shortestEdit('port 51820 open', 'port 51821 open')).toEqual({ start: 9, end: 10, text: '1' });
  });
});
