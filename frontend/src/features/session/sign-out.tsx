'use client';
import { useMemo, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import type { ApiError } from '@/lib/api/api-error';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { dirtyDocuments, useDocuments } from '@/lib/documents/document-store';
import { drafts } from '@/lib/documents/draft-keeper';
import { openDocument } from '@/lib/documents/open-document';
import { saveDocument } from '@/lib/documents/save-document';
import { tellSignedOut, useSession } from '@/lib/session-store';
import { THEME_KEY } from '@/lib/theme';
import { askSignOut } from './ask-sign-out';
import styles from './sign-out.module.css';

interface Asked {
  readonly unsaved: readonly string[];
  readonly error: ApiError | null;
}

/** Signing out clears what this browser holds of the corpus, drafts included: unsaved text is asked about first. */
export function SignOut() {
  const [asked, setAsked] = useState<Asked | null>(null);
  const commands = useMemo<readonly Command[]>(
    () => [{ id: 'session.signOut', title: 'Sign out', category: 'Session', run: () => void begin(setAsked) }],
    [],
  );
  useCommands(commands);
  if (!asked) return null;
  const { unsaved, error } = asked;
  return (
    <Dialog
      title={error ? 'Not signed out' : 'Unsaved changes'}
      description={
        error
          ? `${error.message} ${error.hint} You are still signed in, and nothing was removed.`
          : 'Signing out removes drafts from this browser. These documents have changes that are not on disk:'
      }
      onClose={() => setAsked(null)}
    >
      <ul className={styles.list}>
        {unsaved.map((path) => (
          <li key={path}>{path}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        {unsaved.length > 0 ? (
          <Button kind="primary" onClick={() => void saveAllAndSignOut(asked, setAsked)}>
            Save all and sign out
          </Button>
        ) : null}
        <Button onClick={() => void signOut(unsaved, setAsked)}>
          {unsaved.length > 0 ? 'Discard and sign out' : 'Try again'}
        </Button>
        <Button onClick={() => setAsked(null)}>Cancel</Button>
      </div>
    </Dialog>
  );
}

type Ask = (asked: Asked | null) => void;

async function begin(ask: Ask): Promise<void> {
  const unsaved = await unsavedPaths();
  if (unsaved.length > 0) ask({ unsaved, error: null });
  else await signOut(unsaved, ask);
}

/** Open documents with changes, and closed ones whose draft waits in this browser. */
async function unsavedPaths(): Promise<readonly string[]> {
  const open = useDocuments.getState().documents;
  const drafted = (await drafts.paths()).filter((path) => open[path] === undefined);
  return [...dirtyDocuments().map(({ path }) => path), ...drafted];
}

/** A document that cannot be saved keeps the session open: its tab says why. */
async function saveAllAndSignOut({ unsaved }: Asked, ask: Ask): Promise<void> {
  const { active } = useDocuments.getState();
  for (const path of unsaved) await openDocument(path);
  if (active !== null) useDocuments.getState().activate(active);
  await Promise.all(dirtyDocuments().map(({ path }) => saveDocument(path)));
  const [left] = dirtyDocuments();
  ask(null);
  if (left) useDocuments.getState().activate(left.path);
  else await signOut([], ask);
}

/** The session ends first. Only then is anything thrown away: what failed can be tried again with every text in place. */
async function signOut(unsaved: readonly string[], ask: Ask): Promise<void> {
  const theme = readTheme();
  const outcome = await askSignOut();
  if (outcome.kind === 'not signed out') return ask({ unsaved, error: outcome.error });
  tellSignedOut();
  ask(null);
  if (outcome.kind === 'here only') return useSession.getState().end(outcome.error);
  for (const { path, base } of dirtyDocuments()) useDocuments.getState().patch(path, { text: base.text });
  await drafts.clear();
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
