import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api/api-error';
import type { SaveResult } from '@/lib/api/types';
import { afterEdit, afterRetry, afterSave, IDLE, type SaveState, whileRetrying } from './save-state';

function result(index: Partial<SaveResult['index']>): SaveResult {
  const full = { status: 'indexed' as const, reason: null, chunks: 3, redactions: 1, generation: 'g', ...index };
  return { path: 'a.md', content_hash: 'h', index: full };
}

describe('the outcome of a save', () => {
  it('is saved and indexed', () => {
    expect(afterSave(result({}))).toEqual({ kind: 'indexed', chunks: 3, redactions: 1 });
  });

  it('is saved, with the index failed and its reason', () => {
    const state = afterSave(result({ status: 'failed', reason: 'The embedder is down.' }));
    expect(state).toEqual({ kind: 'index_failed', reason: 'The embedder is down.', retrying: false });
  });
});

describe('a failure', () => {
  const indexFailed: SaveState = { kind: 'index_failed', reason: 'down', retrying: false };
  const notSaved: SaveState = { kind: 'not_saved', error: ApiError.offline() };

  it('stays while the document is edited on, and a success does not', () => {
    expect(afterEdit(indexFailed)).toBe(indexFailed);
    expect(afterEdit(notSaved)).toBe(notSaved);
    expect(afterEdit({ kind: 'indexed', chunks: 1, redactions: 0 })).toBe(IDLE);
  });

  it('of the index shows that a retry runs, and stays when the retry fails', () => {
    expect(whileRetrying(indexFailed)).toMatchObject({ retrying: true });
    expect(afterRetry(indexFailed, 'still down')).toEqual({
      kind: 'index_failed',
      reason: 'still down',
      retrying: false,
    });
  });

  it('of the index is gone once a retry succeeds', () => {
    expect(afterRetry(indexFailed, null)).toBe(IDLE);
  });

  it('to save is not mended by a retry of the index', () => {
    expect(afterRetry(notSaved, null)).toBe(notSaved);
  });
});
