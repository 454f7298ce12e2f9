// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocuments } from './document-store';
import { keepDrafts, writeDraftsNow } from './draft-keeper';
import { type Draft, type DraftStore, standsOn, type Unsaved, weighDrafts } from './drafts';
import { IDLE } from './save-state';

class MemoryDrafts implements DraftStore {
  readonly kept = new Map<string, Draft>();
  refusing = false;
  tab = async () => 'this';
  read = async (path: string) => [...this.kept.values()].filter((draft) => draft.path === path);
  paths = async () => [...this.kept.values()].map(({ path }) => path);
  write = (unsaved: Unsaved) => this.put({ ...unsaved, tab: 'this' });
  put = async (draft: Draft) => {
    if (!this.refusing) this.kept.set(`${draft.tab}:${draft.path}`, draft);
    return !this.refusing;
  };
  remove = async (path: string) => void this.kept.delete(`this:${path}`);
  forget = async ({ tab, path }: Draft) => void this.kept.delete(`${tab}:${path}`);
  clear = async () => this.kept.clear();
}

const disk = { text: 'on disk', hash: 'h1' };
const draft = (fields: Partial<Draft>): Draft => ({
  path: 'a.md',
  tab: 'this',
  text: 'mine',
  baseHash: 'h1',
  writtenAt: 0,
  ...fields,
});

describe('a draft, when its document is opened', () => {
  it('is put back as it is when the document is still what it was written on', () => {
    expect(weighDrafts([draft({})], 'this', disk).chosen?.text).toBe('mine');
    expect(standsOn(draft({}), disk)).toBe(true);
  });

  it('is compared when the document has changed since', () => {
    expect(standsOn(draft({ baseHash: 'h0' }), disk)).toBe(false);
  });

  it('is dropped when the disk holds the same text by now', () => {
    const spent = draft({ text: 'on disk', baseHash: 'h0' });
    expect(weighDrafts([spent], 'this', disk)).toEqual({ chosen: null, others: [], spent: [spent] });
  });

  it('may not exist', () => {
    expect(weighDrafts([], 'this', disk).chosen).toBeNull();
  });

  it('of this tab goes before a newer one of a tab that is gone, and neither is lost', () => {
    const [own, theirs] = [draft({}), draft({ tab: 'gone', text: 'theirs', writtenAt: 9 })];
    const weighed = weighDrafts([theirs, own], 'this', disk);
    expect([weighed.chosen, weighed.others, weighed.spent]).toEqual([own, [theirs], []]);
  });

  it('of a tab that is gone is taken up, the newest first; equal texts count once', () => {
    const drafts = [9, 5, 1].map((writtenAt) => draft({ tab: `${writtenAt}`, text: writtenAt === 1 ? 'b' : 'a' }));
    const { chosen, others, spent } = weighDrafts(drafts, 'this', disk);
    expect([chosen?.tab, others.map(({ tab }) => tab), spent.map(({ tab }) => tab)]).toEqual(['9', ['1'], ['5']]);
  });
});

describe('the draft keeper', () => {
  let store: MemoryDrafts;
  let stop: () => void;

  beforeEach(() => {
    vi.useFakeTimers();
    useDocuments.setState({ documents: {}, order: [], active: null });
    useDocuments.getState().open('a.md');
    useDocuments.getState().patch('a.md', { phase: 'ready', editable: true, text: disk.text, base: disk, save: IDLE });
    store = new MemoryDrafts();
    stop = keepDrafts(store, 400);
  });

  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('writes what was typed, with the hash it was typed on', () => {
    useDocuments.getState().edit('a.md', 'mine');
    expect(store.kept.size).toBe(0);
    vi.advanceTimersByTime(400);
    expect(store.kept.get('this:a.md')).toMatchObject({ text: 'mine', baseHash: 'h1' });
  });

  it('leaves the draft of another tab alone', () => {
    void store.put(draft({ tab: 'other', text: 'theirs' }));
    useDocuments.getState().edit('a.md', 'mine');
    vi.advanceTimersByTime(400);
    useDocuments.getState().edit('a.md', disk.text);
    vi.advanceTimersByTime(400);
    expect([...store.kept.keys()]).toEqual(['other:a.md']);
  });

  it('removes the draft once the text is on disk', () => {
    useDocuments.getState().edit('a.md', 'mine');
    vi.advanceTimersByTime(400);
    useDocuments.getState().patch('a.md', { base: { text: 'mine', hash: 'h2' } });
    vi.advanceTimersByTime(400);
    expect(store.kept.size).toBe(0);
  });

  it('writes at once when the tab is closed or the page goes', () => {
    useDocuments.getState().edit('a.md', 'mine');
    useDocuments.getState().close('a.md');
    expect(store.kept.get('this:a.md')?.text).toBe('mine');
    useDocuments.getState().open('b.md');
    useDocuments.getState().patch('b.md', { phase: 'ready', text: '', base: { text: '', hash: 'h' } });
    useDocuments.getState().edit('b.md', 'also mine');
    window.dispatchEvent(new Event('pagehide'));
    expect(store.kept.get('this:b.md')?.text).toBe('also mine');
  });

  it('writes drafts again that a sign-out in another tab has wiped', async () => {
    useDocuments.getState().edit('a.md', 'mine');
    vi.advanceTimersByTime(400);
    await store.clear();
    expect(await writeDraftsNow(store)).toBe(true);
    expect(store.kept.get('this:a.md')?.text).toBe('mine');
  });

  it('says when the browser keeps no drafts', async () => {
    useDocuments.getState().edit('a.md', 'mine');
    store.refusing = true;
    expect(await writeDraftsNow(store)).toBe(false);
  });
});
