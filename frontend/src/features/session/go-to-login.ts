import { writeDraftsNow } from '@/lib/documents/draft-keeper';

/**
 * Leaves for the login, and comes back here after it. Unsaved text is written once more before: a sign-out in another
 * tab has emptied what this browser kept. False when the browser refuses to keep it; then the page stays.
 */
export async function goToLogin(leave = assign): Promise<boolean> {
  if (!(await writeDraftsNow())) return false;
  const { pathname, search, hash } = window.location;
  leave(`/login?returnTo=${encodeURIComponent(`${pathname}${search}`)}${hash}`);
  return true;
}

function assign(address: string): void {
  window.location.assign(address);
}
