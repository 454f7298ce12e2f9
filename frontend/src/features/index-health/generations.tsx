'use client';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { generationsQuery } from '@/lib/api/queries';
import type { GenerationEntry } from '@/lib/api/types';
import { rollBackTo } from '@/lib/index-jobs';
import { relativeTime } from '@/lib/relative-time';
import styles from './index-panel.module.css';

/** Complete builds of the index. Going back to one brings it up to the documents as they are now. */
export function Generations() {
  const generations = useQuery(generationsQuery).data?.generations ?? [];
  return (
    <div className={styles.section}>
      <h3>Generations</h3>
      <ul className={styles.list} aria-label="Generations">
        {generations.map((entry) => (
          <Generation key={entry.generation} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

function Generation({ entry }: { entry: GenerationEntry }) {
  const { generation, active, activatable, indexed_at, documents, chunks, fingerprint } = entry;
  return (
    <li className={styles.job}>
      <span className={styles.jobHead}>
        <span title={`generation ${generation}`}>
          {relativeTime(indexed_at, Date.now())}
          {active ? <strong> active</strong> : null}
        </span>
        {active ? null : (
          <Button icon="discard" disabled={!activatable} onClick={() => void rollBackTo(generation)}>
            Roll back
          </Button>
        )}
      </span>
      <span className={styles.quiet}>
        {documents} documents, {chunks} chunks, {fingerprint.embedder}
        {activatable ? '' : '; made with other settings, so updates could not go on in it'}
      </span>
    </li>
  );
}
