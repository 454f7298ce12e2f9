import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DocumentView } from '@/lib/api/types';
import { isDirty, useDocuments } from './document-store';
import { followDisk, leaveDisk } from './follow-disk';
import { IDLE } from './save-state';

const PATH = 'a.md';
const base = { text: 'one', hash: 'h1' };
const view = (text: string, hash: string) => vi.fn(async () => ({ text, content_hash: hash }) as DocumentView);
const document = () => useDocuments.getState().documents[PATH];

beforeEach(() => {
  useDocuments.setState({ documents: {}, order: [], active: null });
  useDocuments.getState().open(PATH);
  useDocuments.getState().patch(PATH, { phase: 'ready', editable: true, text: 'one', base, save: IDLE });
});

describe('a document that another tool has written', () => {
  it('follows the disk while nothing is unsaved', async () => {
    await followDisk(PATH, 'h2', view('two', 'h2'));
    expect([document()?.text, isDirty(document()), document()?.conflict]).toEqual(['two', false, null]);
  });

  it('keeps unsaved text and offers the difference', async () => {
    useDocuments.getState().edit(PATH, 'mine');
    await followDisk(PATH, 'h2', view('two', 'h2'));
    expect(document()).toMatchObject({
      text: 'mine',
      conflict: { disk: { text: 'two' }, cause: 'disk', comparing: false },
    });
  });

  it('has nothing to decide when the disk holds the very text that is unsaved', async () => {
    useDocuments.getState().edit(PATH, 'two');
    await followDisk(PATH, 'h2', view('two', 'h2'));
    expect([isDirty(document()), document()?.conflict]).toEqual([false, null]);
  });

  it('is not read again for its own save, nor while it is being saved', async () => {
    const read = view('one', 'h1');
    await followDisk(PATH, 'h1', read);
    useDocuments.getState().patch(PATH, { save: { kind: 'saving' } });
    await followDisk(PATH, 'h2', read);
    expect(read).not.toHaveBeenCalled();
  });

  it('stays as it was saved when a save overtook the news', async () => {
    await followDisk(PATH, 'h2', async () => {
      useDocuments.getState().patch(PATH, { text: 'saved', base: { text: 'saved', hash: 'h3' } });
      return { text: 'two', content_hash: 'h2' } as DocumentView;
    });
    expect(document()?.text).toBe('saved');
  });

  it('says when it is gone, and keeps what is unsaved', () => {
    useDocuments.getState().edit(PATH, 'mine');
    leaveDisk(PATH);
    expect(document()).toMatchObject({ phase: 'ready', text: 'mine', save: { kind: 'not_saved' } });
    useDocuments.getState().edit(PATH, 'one');
    leaveDisk(PATH, 'b.md');
    expect(document()).toMatchObject({ phase: 'failed', error: { message: 'The document now lies at b.md.' } });
  });
});
