'use client';
import { type ReactNode, useContext } from 'react';
import { PathContext } from './path-context';
import styles from './preview.module.css';
import { stepId, useReading } from './reading-store';

/** A step of a numbered list, with a box to tick it off while following it. */
export function Step({ text, children }: { text: string; children: ReactNode }) {
  const id = stepId(useContext(PathContext), text);
  const ticked = useReading((state) => state.ticked.has(id));
  return (
    <li className={styles.step} data-ticked={ticked || undefined}>
      <input
        type="checkbox"
        checked={ticked}
        aria-label={`Done: ${text.slice(0, 80)}`}
        title="For this reading only: the file stays as it is"
        onChange={() => useReading.getState().tick(id)}
      />
      {children}
    </li>
  );
}
