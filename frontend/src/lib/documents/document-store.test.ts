import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api/api-error';
import type { DocumentView } from '@/lib/api/types';
import { activeDocument, dirtyDocuments, isDirty, useDocuments } from './document-store';
import { NO_TABS } from './tab-row';

const store = () => useDocuments.getState();

function view(path: string, text: string, fields: Partial<DocumentView> = {}): DocumentView {
  return {
    path,
    collection: 'default',
    title: path,
    text,
    content_hash: `hash of ${text}`,
    redacted: false,
    editable: true,
    line_from: 1,
    line_to: 1,
    total_lines: 1,
    modified_at: '2026-01-01T00:00:00Z',
    indexed: true,
    ...fields,
  };
}

function openReady(path: string, text = 'text') {
  store().open(path);
  store().loaded(view(path, text));
}

beforeEach(() => useDocuments.setState({ documents: {}, ...NO_TABS }));

describe('the tabs', () => {
  it('keep the order in which documents were opened, each once', () => {
    for (const path of ['a.md', 'b.md', 'a.md']) openReady(path);
    expect([store().order, store().active]).toEqual([['a.md', 'b.md'], 'a.md']);
  });

  it('show the right-hand neighbour when the active one closes, then the left', () => {
    for (const path of ['a.md', 'b.md', 'c.md']) openReady(path);
    store().activate('b.md');
    store().close('b.md');
    expect(store().active).toBe('c.md');
    store().close('c.md');
    expect(store().active).toBe('a.md');
    store().close('a.md');
    expect(activeDocument(store())).toBeUndefined();
  });

  it('keep text and place of a document that is opened again', () => {
    openReady('a.md');
    store().edit('a.md', 'mine');
    store().open('a.md');
    expect(activeDocument(store())?.text).toBe('mine');
  });

  it('try again to load a document that had failed', () => {
    store().open('a.md');
    store().patch('a.md', { phase: 'failed', error: ApiError.offline() });
    store().open('a.md');
    expect(activeDocument(store())?.phase).toBe('unread');
  });
});

describe('a passing tab', () => {
  it('is for good as soon as its document is written into, and its neighbour goes with its text', () => {
    openReady('a.md');
    store().open('b.md', 'passing');
    store().loaded(view('b.md', 'text'));
    store().open('c.md', 'passing');
    store().loaded(view('c.md', 'text'));
    expect(Object.keys(store().documents)).toEqual(['a.md', 'c.md']);
    store().edit('c.md', 'mine');
    store().open('d.md', 'passing');
    expect(store()).toMatchObject({ order: ['a.md', 'c.md', 'd.md'], passing: 'd.md' });
  });

  it('does not give way while a draft that was put back stands in it', () => {
    store().open('b.md', 'passing');
    store().loaded(view('b.md', 'text'));
    store().patch('b.md', { text: 'draft' });
    store().open('c.md', 'passing');
    expect(store().order).toEqual(['b.md', 'c.md']);
  });
});

describe('a document', () => {
  it('is dirty while its text differs from the disk, and clean again when it is typed back', () => {
    openReady('a.md', 'one');
    store().edit('a.md', 'two');
    expect(dirtyDocuments().map(({ path }) => path)).toEqual(['a.md']);
    store().edit('a.md', 'one');
    expect(isDirty(activeDocument(store()))).toBe(false);
  });

  it('is not editable when only its redacted text was given', () => {
    store().open('a.md');
    store().loaded(view('a.md', 'text', { redacted: true }));
    expect(activeDocument(store())?.editable).toBe(false);
  });

  it('forgets the marked lines once it is edited, and counts every reveal', () => {
    openReady('a.md');
    store().reveal('a.md', { from: 2, to: 3 });
    store().reveal('a.md', { from: 2, to: 3 });
    expect(activeDocument(store())).toMatchObject({ lines: { from: 2, to: 3 }, reveals: 2 });
    store().edit('a.md', 'other');
    expect(activeDocument(store())?.lines).toBeNull();
  });
});
