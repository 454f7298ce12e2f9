import type { ApiError } from '@/lib/api/api-error';
import type { SaveResult } from '@/lib/api/types';

/** How the last save of a document went. Saving and indexing fail apart, so they are told apart. */
export type SaveState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'indexed'; readonly chunks: number; readonly redactions: number }
  | { readonly kind: 'index_failed'; readonly reason: string; readonly retrying: boolean }
  | { readonly kind: 'not_saved'; readonly error: ApiError };

export const IDLE: SaveState = { kind: 'idle' };

const NO_REASON = 'The index gave no reason.';

export function afterSave({ index }: SaveResult): SaveState {
  if (index.status === 'failed') return { kind: 'index_failed', reason: index.reason || NO_REASON, retrying: false };
  return { kind: 'indexed', chunks: index.chunks, redactions: index.redactions };
}

/** Editing on clears a success. A failure stays until it is dealt with. */
export function afterEdit(state: SaveState): SaveState {
  return state.kind === 'indexed' ? IDLE : state;
}

export function whileRetrying(state: SaveState): SaveState {
  return state.kind === 'index_failed' ? { ...state, retrying: true } : state;
}

/** A retry that fails keeps the failure, with the newest reason. */
export function afterRetry(state: SaveState, failure: string | null): SaveState {
  if (state.kind !== 'index_failed') return state;
  return failure === null ? IDLE : { kind: 'index_failed', reason: failure, retrying: false };
}
