'use client';
import type { Passage } from '@/lib/api/types';
import { useDocuments } from '@/lib/documents/document-store';
import { badgesOf, ranksOf } from './groups';
import { aroundMatch, markTerms, withoutScaffolding } from './marks';
import styles from './search.module.css';

interface SearchHitProps {
  readonly hit: Passage;
  readonly query: string;
  readonly current: boolean;
  onOpen(): void;
}

/** A passage that reads like an answer: where it stands, what it says, and last how it was found. */
export function SearchHit({ hit, query, current, onOpen }: SearchHitProps) {
  return (
    <li>
      <button
        type="button"
        className={styles.hit}
        aria-current={current || undefined}
        onClick={onOpen}
        onDoubleClick={() => useDocuments.getState().keep(hit.path)}
      >
        <HeadingPath hit={hit} />
        <span className={styles.quote}>
          {aroundMatch(markTerms(withoutScaffolding(hit.quote), query)).map(({ text, marked }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the text cut in order; they have no other name.
            marked ? <mark key={index}>{text}</mark> : text,
          )}
        </span>
        <span className={styles.foot}>
          <span className={styles.place}>{placeOf(hit)}</span>
          {hit.changed_since_indexed ? <span className={styles.changed}>changed since indexed</span> : null}
          <span className={styles.badges} title={ranksOf(hit)}>
            {badgesOf(hit).map((badge) => (
              <span key={badge} className={styles.badge} data-ranker={badge}>
                {badge}
              </span>
            ))}
          </span>
        </span>
      </button>
    </li>
  );
}

function HeadingPath({ hit }: { hit: Passage }) {
  // Many documents repeat their title as the first heading; once is enough.
  const headings = hit.heading_path.filter((heading, index) => index > 0 || heading !== hit.title);
  return headings.length > 0 ? <span className={styles.headings}>{headings.join(' › ')}</span> : null;
}

function placeOf({ line_from, line_to, page }: Passage): string {
  if (page !== null && page !== undefined) return `page ${page}`;
  return line_from === line_to ? `line ${line_from}` : `lines ${line_from}–${line_to}`;
}
