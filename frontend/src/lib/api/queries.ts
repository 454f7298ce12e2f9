import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import {
  listDocuments,
  listGenerations,
  listJobs,
  listProblems,
  listRedactions,
  listTrash,
  listVersions,
  readChunks,
  readIndex,
  readLinks,
  readRedacted,
} from './client';
import type { IndexStatus, Job, JobList } from './types';

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

export const generationsQuery = queryOptions({ queryKey: ['generations'], queryFn: listGenerations });
export const problemsQuery = queryOptions({ queryKey: ['problems'], queryFn: listProblems });
export const trashQuery = queryOptions({ queryKey: ['trash'], queryFn: listTrash });
export const redactionsQuery = infiniteQueryOptions({
  queryKey: ['redactions'],
  queryFn: ({ pageParam }) => listRedactions(pageParam),
  initialPageParam: '',
  getNextPageParam: ({ next_after }) => next_after,
});

/** The chunks of one version of a document; settings that cut differently come with a restart. */
export const chunksQuery = (path: string, hash: string) =>
  queryOptions({ queryKey: ['chunks', path, hash], queryFn: () => readChunks(path) });

/** Jobs come as events, too; while one runs they are asked for in case events do not come through. */
export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: listJobs,
  refetchInterval: (query) => (query.state.data?.jobs.some(isRunning) ? BUSY_POLL_MS : IDLE_POLL_MS),
});

export function isRunning({ state }: Job): boolean {
  return state === 'running';
}

/** The list with the newest word on one job. */
export function withJob(list: JobList | undefined, job: Job): JobList {
  const others = (list?.jobs ?? []).filter(({ id }) => id !== job.id);
  const jobs = [job, ...others].sort((a, b) => b.started_at.localeCompare(a.started_at));
  return { jobs };
}

export const linksQuery = (path: string) => queryOptions({ queryKey: ['links', path], queryFn: () => readLinks(path) });

/** The kept versions of a document; `hash` is the present one, and a new one means a new version was kept. */
export const versionsQuery = (path: string, hash: string) =>
  queryOptions({ queryKey: ['versions', path, hash], queryFn: () => listVersions(path) });

/** After documents came, went or moved: everything that lists them is asked for again. */
export function refreshFiles(client: QueryClient): void {
  for (const name of ['documents', 'trash', 'links', 'problems', 'redactions', 'index'])
    void client.invalidateQueries({ queryKey: [name] });
}
