'use client';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { CommandButton } from '@/components/button';
import panel from '@/components/side-panel.module.css';
import { EmptyState, FailedState, Skeleton } from '@/components/state-message';
import { ApiError } from '@/lib/api/api-error';
import { documentsQuery } from '@/lib/api/queries';
import type { DocumentEntry } from '@/lib/api/types';
import { DocumentTree } from './document-tree';
import styles from './explorer.module.css';
import { filterEntries } from './tree-nodes';

/** Every document of the corpus as a tree, with a filter above it. */
export function Explorer() {
  const documents = useQuery(documentsQuery);
  return (
    <nav aria-label="Explorer" className={panel.panel}>
      <header className={styles.header}>
        <h2 className={panel.heading}>Explorer</h2>
        <CommandButton command="file.new" title="New document" icon="new-file" />
      </header>
      {documents.data ? (
        <Documents entries={documents.data.documents} />
      ) : documents.error ? (
        <FailedState
          title="The documents could not be listed"
          error={ApiError.of(documents.error)}
          onRetry={() => void documents.refetch()}
        />
      ) : (
        <Skeleton label="Loading the documents" />
      )}
    </nav>
  );
}

function Documents({ entries }: { entries: readonly DocumentEntry[] }) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter);
  const filterId = useId();
  const shown = useMemo(() => filterEntries(entries, wanted), [entries, wanted]);
  if (entries.length === 0) return <EmptyCorpus />;
  return (
    <>
      <div className={styles.filter}>
        <label htmlFor={filterId} className="visually-hidden">
          Filter documents
        </label>
        <input
          id={filterId}
          className={panel.field}
          type="search"
          value={filter}
          placeholder="Filter documents"
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {shown.length === 0 ? (
        <EmptyState title="No document matches">
          <p>The filter looks at paths and titles. To look into the text, search the corpus.</p>
        </EmptyState>
      ) : (
        <DocumentTree entries={shown} filtered={wanted.trim() !== ''} />
      )}
    </>
  );
}

function EmptyCorpus() {
  return (
    <EmptyState title="No documents yet" icon="book">
      <p>Put Markdown or text files into the documents’ folder; they appear here within seconds.</p>
      <p>
        Unless GLYPH_CORPUS__ROOT says otherwise, that is <code>corpus/docs/</code>.
      </p>
    </EmptyState>
  );
}
