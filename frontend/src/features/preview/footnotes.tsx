import type { ReactNode } from 'react';
import styles from './preview.module.css';

/** What links between a number in the text and its footnote begin with. */
export const FOOTNOTE_LINK = '#footnote-';

export function Footnotes({ children }: { children: ReactNode }) {
  return (
    <ol className={styles.footnotes} aria-label="Footnotes">
      {children}
    </ol>
  );
}

export function Footnote({ number, children }: { number: string; children: ReactNode }) {
  return <li id={`footnote-${number}`}>{children}</li>;
}

export function FootnoteLink({ number }: { number: string }) {
  return (
    <sup id={`footnote-ref-${number}`}>
      <a href={`${FOOTNOTE_LINK}${number}`} aria-label={`Footnote ${number}`}>
        {number}
      </a>
    </sup>
  );
}

export function FootnoteBack({ number }: { number: string }) {
  return (
    <a href={`${FOOTNOTE_LINK}ref-${number}`} aria-label="Back to the text">
      ↩
    </a>
  );
}
