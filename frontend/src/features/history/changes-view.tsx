'use client';
import { Button } from '@/components/button';
import { Comparing } from '@/components/comparing';
import type { OpenDocument } from '@/lib/documents/document-store';
import { takeDisk } from '@/lib/documents/save-document';
import { useLayout } from '@/lib/layout-store';
import styles from './history.module.css';

/** What saving would change: the text on disk beside the text that is being written. */
export function ChangesView({ document }: { document: OpenDocument }) {
  const { path, base, text } = document;
  return (
    <section aria-label="Unsaved changes" className={styles.history} data-region="document">
      <header className={styles.header}>
        <h2>Unsaved changes</h2>
        <span className={styles.actions}>
          <Button icon="discard" disabled={text === base.text} onClick={() => takeDisk(path)}>
            Discard
          </Button>
          <Button icon="close" onClick={() => useLayout.getState().set({ documentView: 'text' })}>
            Back to the document
          </Button>
        </span>
      </header>
      <Comparing document={document} earlier={base.text} earlierName="On disk" laterName="Yours" />
    </section>
  );
}
