'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Comparing } from '@/components/comparing';
import { EmptyState, FailedState, Skeleton } from '@/components/state-message';
import { ApiError } from '@/lib/api/api-error';
import { readVersion } from '@/lib/api/client';
import { versionsQuery } from '@/lib/api/queries';
import type { Version } from '@/lib/api/types';
import { type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { saveDocument } from '@/lib/documents/save-document';
import { useLayout } from '@/lib/layout-store';
import { relativeTime } from '@/lib/relative-time';
import styles from './history.module.css';

/** Every kept version of a document beside its present text. */
export function HistoryView({ document }: { document: OpenDocument }) {
  const { path, base } = document;
  const versions = useQuery(versionsQuery(path, base.hash));
  const [chosen, setChosen] = useState<string | null>(null);
  const list = versions.data?.versions ?? [];
  const version = list.find(({ id }) => id === chosen) ?? list[0];
  return (
    <section aria-label="Earlier versions" className={styles.history} data-region="document">
      <header className={styles.header}>
        <h2>Earlier versions</h2>
        <Button icon="close" onClick={closeHistory}>
          Back to the document
        </Button>
      </header>
      {versions.error ? (
        <FailedState
          title="The versions could not be listed"
          error={ApiError.of(versions.error)}
          onRetry={() => void versions.refetch()}
        />
      ) : version ? (
        <div className={styles.body}>
          <VersionList versions={list} shown={version.id} onShow={setChosen} />
          <Comparison key={version.id} document={document} version={version} />
        </div>
      ) : versions.data ? (
        <EmptyState title="No earlier version" icon="history">
          <p>Whenever a save replaces a text, the replaced one is kept here.</p>
        </EmptyState>
      ) : (
        <Skeleton label="Loading the versions" />
      )}
    </section>
  );
}

function closeHistory(): void {
  useLayout.getState().set({ documentView: 'text' });
}

const SHORT = { dateStyle: 'short', timeStyle: 'short' } as const;

interface VersionListProps {
  readonly versions: readonly Version[];
  readonly shown: string;
  onShow(id: string): void;
}

function VersionList({ versions, shown, onShow }: VersionListProps) {
  return (
    <ul className={styles.versions} aria-label="Versions">
      {versions.map(({ id, kept_at, size_bytes }) => (
        <li key={id}>
          <button type="button" aria-current={id === shown || undefined} onClick={() => onShow(id)}>
            <span>until {relativeTime(kept_at, Date.now())}</span>
            <span className={styles.quiet}>
              {new Date(kept_at).toLocaleString(undefined, SHORT)}, {size_bytes} bytes
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Comparison({ document, version }: { document: OpenDocument; version: Version }) {
  const { path } = document;
  const text = useQuery({
    queryKey: ['version', path, version.id],
    queryFn: () => readVersion(path, version.id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (text.error)
    return (
      <FailedState
        title="The version could not be read"
        error={ApiError.of(text.error)}
        onRetry={() => void text.refetch()}
      />
    );
  if (!text.data) return <Skeleton label="Loading the version" />;
  const earlier = text.data.text;
  return (
    <Comparing
      document={document}
      earlier={earlier}
      earlierName="Earlier version"
      laterName="Now"
      actions={
        document.editable ? (
          <Button icon="discard" onClick={() => void restore(path, earlier)}>
            Restore this version
          </Button>
        ) : null
      }
    />
  );
}

/** An edit like any other: undo takes it back, and the text it replaces becomes a version itself. */
async function restore(path: string, text: string): Promise<void> {
  useDocuments.getState().edit(path, text);
  await saveDocument(path);
  closeHistory();
}
