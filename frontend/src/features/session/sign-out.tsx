'use client';
import { Dialog } from 'radix-ui';
import { useMemo, useState } from 'react';
import { Button } from '@/components/button';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { dirtyDocuments, useDocuments } from '@/lib/documents/document-store';
import { drafts } from '@/lib/documents/draft-keeper';
import { saveDocument } from '@/lib/documents/save-document';
import { THEME_KEY } from '@/lib/theme';
import styles from './sign-out.module.css';

/** Signing out clears what this browser holds of the corpus, drafts included: unsaved text is asked about first. */
export function SignOut() {
  const [asking, setAsking] = useState(false);
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'session.signOut',
        title: 'Sign out',
        category: 'Session',
        run: () => (dirtyDocuments().length > 0 ? setAsking(true) : void signOut()),
      },
    ],
    [],
  );
  useCommands(commands);
  if (!asking) return null;
  return (
    <Dialog.Root open onOpenChange={setAsking}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.dialog}>
          <Dialog.Title className={styles.title}>Unsaved changes</Dialog.Title>
          <Dialog.Description>
            Signing out removes drafts from this browser. These documents have changes that are not on disk:
          </Dialog.Description>
          <ul className={styles.list}>
            {dirtyDocuments().map(({ path }) => (
              <li key={path}>{path}</li>
            ))}
          </ul>
          <div className={styles.actions}>
            <Button kind="primary" onClick={() => void saveAllAndSignOut(() => setAsking(false))}>
              Save all and sign out
            </Button>
            <Button onClick={() => void discardAndSignOut()}>Discard and sign out</Button>
            <Button onClick={() => setAsking(false)}>Cancel</Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A document that cannot be saved keeps the session open: its tab says why. */
async function saveAllAndSignOut(close: () => void): Promise<void> {
  await Promise.all(dirtyDocuments().map(({ path }) => saveDocument(path)));
  const [unsaved] = dirtyDocuments();
  close();
  if (unsaved) useDocuments.getState().activate(unsaved.path);
  else await signOut();
}

async function discardAndSignOut(): Promise<void> {
  const { patch } = useDocuments.getState();
  for (const { path, base } of dirtyDocuments()) patch(path, { text: base.text });
  await signOut();
}

async function signOut(): Promise<void> {
  await drafts.clear();
  const theme = readTheme();
  await fetch('/api/auth/logout', { method: 'POST' }).catch(() => undefined);
  // The answer empties this origin's storage; the theme is nobody's secret.
  if (theme !== null) localStorage.setItem(THEME_KEY, theme);
  window.location.replace('/login');
}

function readTheme(): string | null {
  try {
    return localStorage.getItem(THEME_KEY);
  } catch {
    return null;
  }
}
