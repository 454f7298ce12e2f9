import { queryOptions } from '@tanstack/react-query';
import { listDocuments, readIndex, readRedacted } from './client';
import type { IndexStatus } from './types';

const BUSY_POLL_MS = 5_000;
const IDLE_POLL_MS = 30_000;

/** What the explorer, quick open and the status bar all show; invalidated together after a save. */
export const documentsQuery = queryOptions({
  queryKey: ['documents'],
  queryFn: listDocuments,
  refetchInterval: IDLE_POLL_MS,
});

export const indexQuery = queryOptions({
  queryKey: ['index'],
  queryFn: readIndex,
  refetchInterval: (query) => (isSettled(query.state.data) ? IDLE_POLL_MS : BUSY_POLL_MS),
});

function isSettled(index: IndexStatus | undefined): boolean {
  return index !== undefined && index.state !== 'building' && index.base !== 'building';
}

/** The redacted form of one version of a document: it never changes. */
export const redactedQuery = (path: string, hash: string) =>
  queryOptions({
    queryKey: ['redacted', path, hash],
    queryFn: () => readRedacted(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
