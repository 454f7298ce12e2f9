'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { redactionsQuery } from '@/lib/api/queries';
import { openInPassing } from '@/lib/documents/open-document';
import styles from './index-panel.module.css';

/** What was redacted, by document: the rule and the line, never the value. */
export function Redactions() {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(redactionsQuery);
  const documents = (data?.pages ?? []).flatMap((page) => page.documents);
  if (documents.length === 0) return null;
  return (
    <details className={styles.section}>
      <summary>
        Redacted in {documents.length}
        {hasNextPage ? ' documents or more' : documents.length === 1 ? ' document' : ' documents'}
      </summary>
      <ul className={styles.list} aria-label="Redactions">
        {documents.map(({ path, redactions }) => (
          <li key={path} className={styles.job}>
            <span>{path}</span>
            <ul className={styles.places}>
              {redactions.map(({ rule, line }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a rule may hit twice on a line, and nothing else tells the two apart.
                <li key={`${rule}:${line}:${at}`}>
                  <button
                    type="button"
                    className={styles.place}
                    onClick={() => void openInPassing(path, { lines: { from: line, to: line } })}
                  >
                    {rule}, line {line}
                  </button>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading' : 'Show more'}
        </Button>
      ) : null}
    </details>
  );
}
