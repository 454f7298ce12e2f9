import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api/api-error';
import type { DocumentView, Job, SaveResult } from '@/lib/api/types';
import { isDirty, useDocuments } from './document-store';
import { keepEditing, overwriteDisk, retryIndexing, type SaveApi, saveDocument, takeDisk } from './save-document';
import { IDLE } from './save-state';

const PATH = 'vpn/wireguard.md';

/** A disk with one document on it, and an index that may fail. */
class FakeApi implements SaveApi {
  text = 'one';
  hash = 'h1';
  indexFails: string | null = null;
  refusal: ApiError | null = null;
  beforeWrite = () => {};

  write = async (path: string, text: string, hash: string): Promise<SaveResult> => {
    this.beforeWrite();
    if (this.refusal) throw this.refusal;
    if (hash !== this.hash)
      throw new ApiError(412, 'stale_document', 'Changed on disk.', '', { current_hash: this.hash });
    this.change(text);
    const index = { status: this.indexFails ? ('failed' as const) : ('indexed' as const), reason: this.indexFails };
    return { path, content_hash: this.hash, index: { ...index, chunks: 1, redactions: 0, generation: 'g' } };
  };

  read = async (path: string): Promise<DocumentView> => ({
    path,
    collection: 'default',
    title: path,
    text: this.text,
    content_hash: this.hash,
    redacted: false,
    editable: true,
    line_from: 1,
    line_to: 1,
    total_lines: 1,
    modified_at: '',
    indexed: this.indexFails === null,
  });

  update = async () => ({ state: this.indexFails ? 'failed' : 'done', error: this.indexFails }) as Job;

  change(text: string) {
    this.text = text;
    this.hash = `hash of ${text}`;
  }
}

const document = () => {
  const found = useDocuments.getState().documents[PATH];
  if (!found) throw new Error('not open');
  return found;
};

let api: FakeApi;

beforeEach(() => {
  api = new FakeApi();
  const { open, patch } = useDocuments.getState();
  useDocuments.setState({ documents: {}, order: [], active: null });
  open(PATH);
  patch(PATH, { phase: 'ready', editable: true, text: 'one', base: { text: 'one', hash: 'h1' }, save: IDLE });
  useDocuments.getState().edit(PATH, 'mine');
});

describe('a save', () => {
  it('that is indexed leaves the document clean', async () => {
    await saveDocument(PATH, api);
    expect(document().save.kind).toBe('indexed');
    expect(isDirty(document())).toBe(false);
  });

  it('whose index fails is saved all the same, and says so until a retry works', async () => {
    api.indexFails = 'The embedder is down.';
    await saveDocument(PATH, api);
    expect(document().save).toMatchObject({ kind: 'index_failed', reason: 'The embedder is down.' });
    expect(isDirty(document())).toBe(false);
    await retryIndexing(PATH, api);
    expect(document().save).toMatchObject({ kind: 'index_failed', retrying: false });
    api.indexFails = null;
    await retryIndexing(PATH, api);
    expect(document().save).toBe(IDLE);
  });

  it('that is refused keeps the text and the reason', async () => {
    api.refusal = new ApiError(409, 'marker_in_save', 'Line 4 holds a redaction marker.', 'Restore the original line.');
    await saveDocument(PATH, api);
    expect(document().save).toMatchObject({ kind: 'not_saved', error: { code: 'marker_in_save' } });
    expect([document().text, isDirty(document())]).toEqual(['mine', true]);
  });

  it('keeps what was typed while it ran as unsaved', async () => {
    api.beforeWrite = () => useDocuments.getState().edit(PATH, 'mine, and more');
    await saveDocument(PATH, api);
    expect([api.text, isDirty(document())]).toEqual(['mine', true]);
  });
});

describe('a stale save', () => {
  beforeEach(async () => {
    api.change('theirs');
    await saveDocument(PATH, api);
  });

  it('writes nothing and shows both texts', () => {
    expect(api.text).toBe('theirs');
    expect(document().conflict).toMatchObject({ disk: { text: 'theirs' }, comparing: true, again: false });
    expect(document().text).toBe('mine');
  });

  it('overwrites the disk with the hash that the disk has now', async () => {
    await overwriteDisk(PATH, api);
    expect([api.text, document().conflict, document().save.kind]).toEqual(['mine', null, 'indexed']);
  });

  it('can be refused again when the disk has changed once more', async () => {
    api.change('theirs again');
    await overwriteDisk(PATH, api);
    expect(document().conflict).toMatchObject({ disk: { text: 'theirs again' }, comparing: true, again: true });
    expect(api.text).toBe('theirs again');
  });

  it('takes the disk', () => {
    takeDisk(PATH);
    expect([document().text, isDirty(document()), document().conflict]).toEqual(['theirs', false, null]);
  });

  it('goes on editing, and the next save shows the conflict instead of writing', async () => {
    keepEditing(PATH);
    expect(document().conflict?.comparing).toBe(false);
    await saveDocument(PATH, api);
    expect([api.text, document().conflict?.comparing]).toEqual(['theirs', true]);
  });

  it('shows the disk’s newest text when mine is discarded after going on editing', () => {
    keepEditing(PATH);
    takeDisk(PATH);
    expect([document().text, document().base.text, isDirty(document())]).toEqual(['theirs', 'theirs', false]);
  });

  it('asks nothing when both texts are the same', async () => {
    takeDisk(PATH);
    useDocuments.getState().edit(PATH, 'equal');
    api.change('equal');
    await saveDocument(PATH, api);
    expect([document().conflict, isDirty(document())]).toEqual([null, false]);
  });
});
