'use client';
import type { ReactNode } from 'react';
import styles from './preview.module.css';
import { useReading } from './reading-store';

/** What is blurred in place of a hidden value: nothing of it is on the page, not even its length. */
const HIDDEN = '••••••••';

/** A value that redaction knows, blurred for whoever watches the screen until it is asked for. */
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
      {revealed ? children : HIDDEN}
    </button>
  );
}
