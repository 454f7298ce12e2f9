import type { ReactNode } from 'react';
import type { ApiError } from '@/lib/api/api-error';
import { Button } from './button';
import { Icon, type IconName } from './icon';
import styles from './state-message.module.css';

interface MessageProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly children?: ReactNode;
}

/** Nothing to show, and what to do next. */
export function EmptyState({ title, icon = 'info', children }: MessageProps) {
  return (
    <div className={styles.message}>
      <p className={styles.title}>
        <Icon name={icon} /> {title}
      </p>
      {children}
    </div>
  );
}

/** What happened, what to do about it, and a way to try again. It stays until it is dealt with. */
export function FailedState({ title, error, onRetry }: { title: string; error: ApiError; onRetry: () => void }) {
  return (
    <div className={`${styles.message} ${styles.failed}`} role="alert">
      <p className={styles.title}>
        <Icon name="error" /> {title}
      </p>
      <p>
        {error.message} {error.hint}
      </p>
      <Button icon="refresh" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

const WIDTHS = ['62%', '78%', '54%', '70%', '46%', '66%', '58%'];

export function Skeleton({ label }: { label: string }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {WIDTHS.map((width) => (
        <span key={width} style={{ width }} />
      ))}
    </div>
  );
}
