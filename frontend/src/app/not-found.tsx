import styles from './message-page.module.css';

/** Ours, because Next's own brings a <style> that the policy refuses. */
export default function NotFound() {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.brand}>Nothing here</h1>
        <p>No page has this address.</p>
        <p className={styles.lead}>
          <a href="/">Open the workbench</a>
        </p>
      </div>
    </main>
  );
}
