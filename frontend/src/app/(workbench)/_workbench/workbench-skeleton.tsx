import styles from './workbench.module.css';

/** The workbench's bars in their places, so that nothing jumps when it arrives. */
export function WorkbenchSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading the workbench">
      <div className={styles.skeletonTitle} />
      <div className={styles.skeletonBody}>
        <div className={styles.skeletonActivity} />
        <div className={styles.skeletonSide} />
        <div />
      </div>
      <div className={styles.skeletonStatus} />
    </div>
  );
}
