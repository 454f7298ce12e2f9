// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useDocuments } from './document-store';
import { keepTabs } from './keep-tabs';
import { NO_TABS } from './tab-row';

const store = () => useDocuments.getState();
let stop = () => {};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useDocuments.setState({ documents: {}, ...NO_TABS });
});
afterEach(() => stop());

function leaveAndComeBack() {
  stop();
  useDocuments.setState({ documents: {}, ...NO_TABS });
  stop = keepTabs();
}

it('brings back the row after a reload, and fetches nothing for it', () => {
  stop = keepTabs();
  store().open('a.md');
  store().open('b.md');
  store().pin('b.md');
  store().open('c.md', 'passing');
  leaveAndComeBack();
  expect(store()).toMatchObject({ order: ['b.md', 'a.md', 'c.md'], passing: 'c.md', pinned: ['b.md'], active: null });
  expect(Object.values(store().documents).map(({ phase }) => phase)).toEqual(['unread', 'unread', 'unread']);
});

it('brings back only what is pinned in a new browser tab', () => {
  stop = keepTabs();
  store().open('a.md');
  store().open('b.md');
  store().pin('b.md');
  sessionStorage.clear();
  leaveAndComeBack();
  expect(store().order).toEqual(['b.md']);
});

it('takes nothing from storage that is not what it wrote', () => {
  sessionStorage.setItem('glyph.tabs', '{"order": [1, "a.md", "a.md"], "passing": 7}');
  localStorage.setItem('glyph.pinned', 'nonsense');
  leaveAndComeBack();
  expect(store()).toMatchObject({ order: ['a.md'], passing: null, pinned: [] });
});
