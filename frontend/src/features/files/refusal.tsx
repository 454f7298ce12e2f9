import type { ApiError } from '@/lib/api/api-error';
import styles from './files.module.css';

/** Why something was refused, and what to do; the place is kept so that nothing jumps. */
export function Refusal({ error }: { error: ApiError | null }) {
  return (
    <p role="alert" className={styles.refusal}>
      {error ? `${error.message} ${error.hint}` : ''}
    </p>
  );
}
