import { ApiError } from '@/lib/api/api-error';

export type SignOutOutcome =
  | { readonly kind: 'signed out' }
  /** The cookie is gone, but the API does not know: nothing that this browser keeps was removed. */
  | { readonly kind: 'here only'; readonly error: ApiError }
  | { readonly kind: 'not signed out'; readonly error: ApiError };

/** Asks the server to end the session. Nothing is thrown away before it has said yes. */
export async function askSignOut(send: typeof fetch = fetch): Promise<SignOutOutcome> {
  try {
    const answer = await send('/api/auth/logout', { method: 'POST' });
    if (answer.ok) return { kind: 'signed out' };
    const error = ApiError.from(answer.status, await answer.json().catch(() => null));
    return { kind: error.code === 'not_revoked' ? 'here only' : 'not signed out', error };
  } catch {
    return { kind: 'not signed out', error: ApiError.offline() };
  }
}
