'use client';
import { ConflictActions, explainConflict } from '@/features/conflicts/conflict-actions';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import styles from './narrow-layout.module.css';

/** The conflict on a narrow screen: both texts below each other, the same ways out. */
export function NarrowConflict({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  return (
    <section className={styles.conflict} aria-label="Conflict">
      <p role="alert">{explainConflict(conflict)}</p>
      <div className={styles.actions}>
        <ConflictActions document={document} />
      </div>
      <h3>On disk</h3>
      <pre>{conflict.disk.text}</pre>
      <h3>Yours</h3>
      <pre>{document.text}</pre>
    </section>
  );
}
