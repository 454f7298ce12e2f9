'use client';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Icon } from '@/components/icon';
import { DiffEditor } from '@/components/monaco/diff-editor';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import { keepEditing, overwriteDisk, takeDisk } from '@/lib/documents/save-document';
import styles from './conflict-view.module.css';

/** Both texts side by side, each with its name, and every way out of the conflict. */
export function ConflictView({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  const { path } = document;
  const saving = document.save.kind === 'saving';
  return (
    <section className={styles.conflict} aria-label="Conflict">
      <header className={styles.header}>
        <p className={styles.title} role="alert">
          <Icon name="warning" />
          <span>{explain(conflict)}</span>
        </p>
        <div className={styles.actions}>
          <Button kind="primary" disabled={saving} onClick={() => void overwriteDisk(path)}>
            Overwrite disk
          </Button>
          <Button disabled={saving} onClick={() => takeDisk(path)}>
            Take disk
          </Button>
          <Button onClick={() => keepEditing(path)}>Keep editing</Button>
          <CopyButton text={document.text} />
        </div>
      </header>
      <div className={styles.sides} aria-hidden="true">
        <span data-side="disk">On disk</span>
        <span data-side="yours">Yours</span>
      </div>
      <div className={styles.diff}>
        <DiffEditor document={document} original={conflict.disk.text} originalLabel="On disk" modifiedLabel="Yours" />
      </div>
    </section>
  );
}

function explain({ cause, again }: Conflict): string {
  if (again) return 'The document changed on disk once more. Nothing was written; compare again.';
  if (cause === 'draft')
    return 'Your unsaved changes were written on an older version of this document. Nothing is lost.';
  return 'The document changed on disk since you opened it. Nothing was written, and your text is still here.';
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const copy = () => {
    // On plain http away from loopback there is no clipboard.
    const writing = navigator.clipboard
      ? navigator.clipboard.writeText(text)
      : Promise.reject(new Error('no clipboard'));
    writing.then(() => setCopied('yes')).catch(() => setCopied('failed'));
  };
  return (
    <>
      <Button icon={copied === 'yes' ? 'check' : 'copy'} onClick={copy}>
        Copy mine
      </Button>
      <span role="status" className={copied === 'failed' ? undefined : 'visually-hidden'}>
        {copied === 'yes' ? 'Your text is in the clipboard.' : ''}
        {copied === 'failed' ? 'The browser refused the clipboard; select your text below.' : ''}
      </span>
    </>
  );
}
