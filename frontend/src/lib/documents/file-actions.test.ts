// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDocuments } from './document-store';
import { moveAsPlanned, moveToTrash, restoreAndOpen, useFileActions } from './file-actions';

const PATH = 'vpn/wireguard.md';
const base = { text: 'one', hash: 'h1' };

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly match: string | null;
}

function answering(status: number, body: unknown): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async ({ method, url, headers }: Request) => {
    asked.push({ method, url: url.replace(/^.*\/v1/, ''), match: headers.get('if-match') });
    return Response.json(body, { status });
  });
  return asked;
}

beforeEach(() => {
  useFileActions.setState({ question: null, trashed: null, failure: null });
  useDocuments.setState({ documents: {}, order: [], active: null });
  useDocuments.getState().open(PATH);
  useDocuments.getState().patch(PATH, { phase: 'ready', editable: true, text: 'one', base });
});
afterEach(() => vi.unstubAllGlobals());

describe('deleting', () => {
  it('carries the hash that is shown, closes the document and keeps the way back', async () => {
    const asked = answering(200, { path: PATH, trash_id: 't1', index: {} });
    await moveToTrash(PATH);
    expect(asked[0]).toMatchObject({ method: 'DELETE', match: '"h1"' });
    expect([useDocuments.getState().order, useFileActions.getState().trashed]).toEqual([[], { id: 't1', path: PATH }]);
  });

  it('is refused while something is unsaved', async () => {
    const asked = answering(200, {});
    useDocuments.getState().edit(PATH, 'mine');
    await moveToTrash(PATH);
    expect([asked, useFileActions.getState().failure?.code]).toEqual([[], 'unsaved']);
  });

  it('says why it failed, and the document stays open', async () => {
    answering(412, { error: { code: 'stale_document', message: 'Changed.', hint: '' } });
    await moveToTrash(PATH);
    expect([useFileActions.getState().failure?.code, useDocuments.getState().order]).toEqual([
      'stale_document',
      [PATH],
    ]);
  });
});

describe('restoring', () => {
  it('asks for another place when its own is taken', async () => {
    answering(409, { error: { code: 'path_taken', message: 'Taken.', hint: '' } });
    await restoreAndOpen('t1', PATH);
    expect(useFileActions.getState().question).toEqual({ kind: 'restore', id: 't1', path: PATH });
  });
});

describe('moving', () => {
  it('says which links were left as they were', async () => {
    answering(200, { failed: [{ path: 'dns.md', reason: 'It changed meanwhile.' }], rewritten: [] });
    const plan = { path: 'other.md', to: 'new.md', content_hash: 'h1', documents: [], changes: [] };
    expect(await moveAsPlanned(plan, true)).toEqual(['dns.md: It changed meanwhile.']);
  });
});
