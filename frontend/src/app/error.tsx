'use client';
import styles from './message-page.module.css';

export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className={styles.page}>
      <div className={styles.card} role="alert">
        <h1 className={styles.brand}>The workbench stopped</h1>
        <p className={styles.lead}>
          Unsaved changes are kept in this browser.{' '}
          <button type="button" onClick={reset}>
            <u>Open it again</u>
          </button>
        </p>
      </div>
    </main>
  );
}
