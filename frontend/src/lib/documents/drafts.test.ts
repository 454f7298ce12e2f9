// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocuments } from './document-store';
import { keepDrafts } from './draft-keeper';
import { type Draft, type DraftStore, weighDraft } from './drafts';
import { IDLE } from './save-state';

class MemoryDrafts implements DraftStore {
  readonly kept = new Map<string, Draft>();
  read = async (path: string) => this.kept.get(path);
  write = async (draft: Draft) => void this.kept.set(draft.path, draft);
  remove = async (path: string) => void this.kept.delete(path);
  clear = async () => this.kept.clear();
}

const disk = { text: 'on disk', hash: 'h1' };
const draft = (fields: Partial<Draft>): Draft => ({
  path: 'a.md',
  text: 'mine',
  baseHash: 'h1',
  writtenAt: 0,
  ...fields,
});

describe('a draft, when its document is opened', () => {
  it('is restored when the document is still what it was written on', () => {
    expect(weighDraft(draft({}), disk)).toBe('restore');
  });

  it('is compared when the document has changed since', () => {
    expect(weighDraft(draft({ baseHash: 'h0' }), disk)).toBe('compare');
  });

  it('is dropped when the disk holds the same text by now', () => {
    expect(weighDraft(draft({ text: 'on disk', baseHash: 'h0' }), disk)).toBe('drop');
  });

  it('may not exist', () => {
    expect(weighDraft(undefined, disk)).toBe('none');
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
    expect(store.kept.get('a.md')).toMatchObject({ text: 'mine', baseHash: 'h1' });
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
    expect(store.kept.get('a.md')?.text).toBe('mine');
    useDocuments.getState().open('b.md');
    useDocuments.getState().patch('b.md', { phase: 'ready', text: '', base: { text: '', hash: 'h' } });
    useDocuments.getState().edit('b.md', 'also mine');
    window.dispatchEvent(new Event('pagehide'));
    expect(store.kept.get('b.md')?.text).toBe('also mine');
  });
});
