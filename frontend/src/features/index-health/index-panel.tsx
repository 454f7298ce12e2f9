'use client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import panel from '@/components/side-panel.module.css';
import { FailedState, Skeleton } from '@/components/state-message';
import { ApiError } from '@/lib/api/api-error';
import { documentsQuery, indexQuery } from '@/lib/api/queries';
import type { IndexStatus } from '@/lib/api/types';
import { useCommandRegistry } from '@/lib/commands/command-context';
import { openInPassing } from '@/lib/documents/open-document';
import { useIndexJobs } from '@/lib/index-jobs';
import { relativeTime } from '@/lib/relative-time';
import { Generations } from './generations';
import styles from './index-panel.module.css';
import { Jobs } from './jobs';
import { Problems } from './problems';
import { Redactions } from './redactions';

/** All that can be known of the index, and all that can be done about it. */
export function IndexPanel() {
  const index = useQuery(indexQuery);
  return (
    <section aria-label="Index" className={panel.panel}>
      <h2 className={panel.heading}>Index</h2>
      {index.data ? (
        <div className={styles.body}>
          <Summary index={index.data} />
          <Jobs />
          <Behind />
          <Problems />
          <Redactions />
          <Generations />
        </div>
      ) : index.error ? (
        <FailedState
          title="The index could not be asked"
          error={ApiError.of(index.error)}
          onRetry={() => void index.refetch()}
        />
      ) : (
        <Skeleton label="Loading the state of the index" />
      )}
    </section>
  );
}

const STATES: Readonly<Record<IndexStatus['state'], string>> = {
  ready: 'Fresh: it answers from the documents as they are.',
  behind: 'Behind: some documents have changed since they were indexed.',
  building: 'Being built.',
  degraded: 'Degraded: it answers without a part.',
  empty: 'Empty: nothing is indexed yet.',
};

function Summary({ index }: { index: IndexStatus }) {
  const registry = useCommandRegistry();
  const refusal = useIndexJobs((state) => state.refusal);
  return (
    <div className={styles.section}>
      <p>{STATES[index.state]}</p>
      <dl className={styles.facts}>
        <Fact name="Indexed">{index.indexed_at ? relativeTime(index.indexed_at, Date.now()) : 'never'}</Fact>
        <Fact name="Documents">{index.documents}</Fact>
        <Fact name="Chunks">{index.chunks}</Fact>
        <Fact name="Redactions">{index.redactions}</Fact>
        <Fact name="Behind">{index.pending}</Fact>
        {index.unembedded > 0 ? <Fact name="Without vectors">{index.unembedded}</Fact> : null}
        <Fact name="Vector base">{index.base}</Fact>
        <Fact name="Embedder">{index.embedder}</Fact>
      </dl>
      <div className={styles.actions}>
        <Button icon="sync" onClick={() => registry.run('index.update')}>
          Update
        </Button>
        <Button icon="refresh" onClick={() => registry.run('index.rebuild')}>
          Rebuild
        </Button>
        <Button icon="pass" onClick={() => registry.run('index.verify')}>
          Verify
        </Button>
      </div>
      {refusal ? (
        <p role="alert" className={styles.failed}>
          {refusal.message} {refusal.hint}
        </p>
      ) : null}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** The documents that the index does not know as they are. */
function Behind() {
  const entries = useQuery(documentsQuery).data?.documents ?? [];
  const behind = entries.filter(({ state }) => state === 'pending');
  if (behind.length === 0) return null;
  return (
    <div className={styles.section}>
      <h3>Behind</h3>
      <ul className={styles.list}>
        {behind.map(({ path }) => (
          <li key={path}>
            <button type="button" className={styles.row} onClick={() => void openInPassing(path)}>
              {path}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
