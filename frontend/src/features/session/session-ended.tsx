'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { dirtyDocuments } from '@/lib/documents/document-store';
import { useSession } from '@/lib/session-store';
import { goToLogin } from './go-to-login';

/** A session may end under an open editor. With nothing unsaved the login follows at once; else the person decides when. */
export function SessionEnded() {
  const { ended, remark } = useSession();
  const [refused, setRefused] = useState(false);
  useEffect(() => {
    if (ended && dirtyDocuments().length === 0) void goToLogin();
  }, [ended]);
  if (!ended) return null;
  const signIn = (
    <Button kind="primary" onClick={() => void goToLogin().then((left) => setRefused(!left))}>
      Sign in again
    </Button>
  );
  return (
    <Notice tone={refused ? 'error' : 'warning'} actions={signIn}>
      {remark ? `${remark.message} ${remark.hint}` : 'Your session has ended.'}{' '}
      {refused
        ? 'This browser refuses to keep your unsaved changes: copy them to a safe place, or sign in again in another tab.'
        : 'Unsaved changes are kept in this browser and come back after you sign in.'}
    </Notice>
  );
}
