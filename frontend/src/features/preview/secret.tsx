'use client';
import type { ReactNode } from 'react';
import styles from './preview.module.css';
import { useReading } from './reading-store';

/** A value that redaction knows, unreadable for whoever watches the screen until it is asked for. */
export function Secret({ value, children }: { value: string; children: ReactNode }) {
  const revealed = useReading((state) => state.revealed.has(value));
  return (
    <button
      type="button"
      className={styles.secret}
      data-revealed={revealed || undefined}
      aria-pressed={revealed}
      {...(revealed ? {} : { 'aria-label': 'Hidden value' })}
      title={revealed ? 'Hide the value' : 'Show the value'}
      onClick={() => useReading.getState().toggle(value)}
    >
      {children}
    </button>
  );
}
