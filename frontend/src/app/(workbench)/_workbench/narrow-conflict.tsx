'use client';
import { Button } from '@/components/button';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import { keepEditing, overwriteDisk, takeDisk } from '@/lib/documents/save-document';
import styles from './narrow-layout.module.css';

/** The conflict on a narrow screen: both texts below each other, the same ways out. */
export function NarrowConflict({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  const { path, text } = document;
  return (
    <section className={styles.conflict} aria-label="Conflict">
      <p role="alert">The document changed on disk. Nothing was written.</p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => void overwriteDisk(path)}>
          Overwrite disk
        </Button>
        <Button onClick={() => takeDisk(path)}>Take disk</Button>
        <Button onClick={() => keepEditing(path)}>Keep editing</Button>
        <Button icon="copy" onClick={() => void navigator.clipboard?.writeText(text)}>
          Copy mine
        </Button>
      </div>
      <h3>On disk</h3>
      <pre>{conflict.disk.text}</pre>
      <h3>Yours</h3>
      <pre>{text}</pre>
    </section>
  );
}
