import styles from './workbench-skeleton.module.css';

/** The workbench's bars in their places, so that nothing jumps when it arrives. */
export function WorkbenchSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading the workbench">
      <div className={styles.title} />
      <div className={styles.body}>
        <div className={styles.activity} />
        <div className={styles.side} />
        <div />
      </div>
      <div className={styles.status} />
    </div>
  );
}
