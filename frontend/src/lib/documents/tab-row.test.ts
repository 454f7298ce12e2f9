import { describe, expect, it } from 'vitest';
import { closed, closedOthers, kept, NO_TABS, opened, pinned, type TabRow, unpinned } from './tab-row';

const glanced = (row: TabRow, path: string, givesWay = true) => opened(row, path, 'passing', givesWay);
const stayed = (row: TabRow, path: string) => opened(row, path, 'kept', true);
const THREE = ['a', 'b', 'c'].reduce(stayed, NO_TABS);

describe('a passing tab', () => {
  it('gives its place to the next document that is only looked at', () => {
    const row = glanced(glanced(THREE, 'd'), 'e');
    expect(row).toEqual({ order: ['a', 'b', 'c', 'e'], active: 'e', passing: 'e', pinned: [] });
  });

  it('stays for good once it is kept, opened to stay, or may not give way', () => {
    expect(glanced(kept(glanced(THREE, 'd'), 'd'), 'e').order).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(stayed(glanced(THREE, 'd'), 'd').passing).toBeNull();
    expect(glanced(glanced(THREE, 'd'), 'e', false)).toMatchObject({ order: ['a', 'b', 'c', 'd', 'e'], passing: 'e' });
  });

  it('keeps its place while another document that is open comes to the front', () => {
    expect(glanced(glanced(THREE, 'd'), 'a')).toMatchObject({ active: 'a', passing: 'd' });
  });

  it('is gone when it is closed', () => {
    expect(closed(glanced(THREE, 'd'), 'd')).toEqual({ ...THREE, active: 'c' });
  });
});

describe('pinned tabs', () => {
  const row = pinned(pinned(THREE, 'c'), 'b');

  it('stand first, in the order they were pinned', () => {
    expect([row.order, row.pinned]).toEqual([
      ['c', 'b', 'a'],
      ['c', 'b'],
    ]);
  });

  it('survive closing the others', () => {
    expect(closedOthers(glanced(row, 'd'), 'a')).toEqual({ ...row, active: 'a', passing: null });
    expect(closedOthers(row, 'b').order).toEqual(['c', 'b']);
  });

  it('stand behind the pinned ones again when they are let go', () => {
    expect(unpinned(row, 'c')).toMatchObject({ order: ['b', 'c', 'a'], pinned: ['b'] });
  });

  it('are never passing', () => {
    expect(pinned(glanced(THREE, 'd'), 'd')).toMatchObject({ order: ['d', 'a', 'b', 'c'], passing: null });
  });
});
