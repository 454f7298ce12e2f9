'use client';
import { useEffect } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { dirtyDocuments } from '@/lib/documents/document-store';
import { useSession } from '@/lib/session-store';

/** A session may end under an open editor. With nothing unsaved the login follows at once; else the person decides when. */
export function SessionEnded() {
  const ended = useSession((state) => state.ended);
  useEffect(() => {
    if (ended && dirtyDocuments().length === 0) goToLogin();
  }, [ended]);
  if (!ended) return null;
  return (
    <Notice
      tone="warning"
      actions={
        <Button kind="primary" onClick={goToLogin}>
          Sign in again
        </Button>
      }
    >
      Your session has ended. Unsaved changes are kept in this browser and come back after you sign in.
    </Notice>
  );
}

function goToLogin(): void {
  const { pathname, search, hash } = window.location;
  window.location.assign(`/login?returnTo=${encodeURIComponent(`${pathname}${search}`)}${hash}`);
}
