'use client';
import { Comparing } from '@/components/comparing';
import { Icon } from '@/components/icon';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import { ConflictActions, explainConflict } from './conflict-actions';
import styles from './conflict-view.module.css';

/** Both texts side by side, each with its name, and every way out of the conflict. */
export function ConflictView({ document, conflict }: { document: OpenDocument; conflict: Conflict }) {
  return (
    <section className={styles.conflict} aria-label="Conflict" data-region="document">
      <header className={styles.header}>
        <p className={styles.title} role="alert">
          <Icon name="warning" />
          <span>{explainConflict(conflict)}</span>
        </p>
        <div className={styles.actions}>
          <ConflictActions document={document} />
        </div>
      </header>
      <Comparing document={document} earlier={conflict.disk.text} earlierName="On disk" laterName="Yours" />
    </section>
  );
}
