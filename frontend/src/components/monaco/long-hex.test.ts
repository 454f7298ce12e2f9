import { describe, expect, it } from 'vitest';
import { longHex } from './long-hex';

describe('a colour for Monaco', () => {
  it.each([
    [' #fff', '#ffffff'],
    ['#0008', '#00000088'],
    ['#15191d', '#15191d'],
  ])('is written long: %s', (given, long) => {
    expect(longHex(given)).toBe(long);
  });
});
