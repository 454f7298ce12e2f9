'use client';
import { LineDiff } from '@/components/line-diff';
import { ConflictActions, explainConflict } from '@/features/conflicts/conflict-actions';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import styles from './narrow-layout.module.css';

/** The conflict on a narrow screen: both texts in one column, the same ways out. */
export function NarrowConflict({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  return (
    <section className={styles.conflict} aria-label="Conflict">
      <p role="alert">{explainConflict(conflict)}</p>
      <div className={styles.actions}>
        <ConflictActions document={document} />
      </div>
      <p>Lines with − stand on the disk alone, lines with + in your text alone.</p>
      <LineDiff label="On disk and yours" earlier={conflict.disk.text} later={document.text} />
    </section>
  );
}
