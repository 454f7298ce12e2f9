import styles from './message-page.module.css';

/** Ours, because Next's own brings a <style> that the policy refuses. */
export default function NotFound() {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 className={styles.brand}>Nothing here</h1>
        <p className={styles.lead}>
          No page has this address. <a href="/">Open the workbench</a>
        </p>
      </div>
    </main>
  );
}
