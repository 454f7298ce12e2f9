'use client';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentsQuery, generationsQuery, indexQuery, jobsQuery, withJob } from '@/lib/api/queries';
import { useDocuments } from '@/lib/documents/document-store';
import { followDisk, leaveDisk } from '@/lib/documents/follow-disk';
import { type CorpusEvent, type DocumentChange, followEvents } from '@/lib/events';

/** Keeps lists, index state and open documents at what the API tells, as soon as it tells it. */
export function useCorpusEvents(): void {
  const client = useQueryClient();
  useEffect(() => followEvents((event) => take(event, client)), [client]);
}

function take(event: CorpusEvent, client: QueryClient): void {
  switch (event.kind) {
    case 'job':
      client.setQueryData(jobsQuery.queryKey, (jobs) => withJob(jobs, event.data));
      if (event.data.state !== 'running') refresh(client);
      return;
    case 'document':
      refresh(client);
      followDocument(event.data);
      return;
    case 'index':
      refresh(client);
      return;
    default:
      void client.invalidateQueries();
      for (const path of useDocuments.getState().order) void followDisk(path, null);
  }
}

function followDocument({ change, path, from_path, content_hash }: DocumentChange): void {
  if (change === 'deleted') leaveDisk(path);
  else if (change === 'moved' && from_path) leaveDisk(from_path, path);
  else void followDisk(path, content_hash);
}

function refresh(client: QueryClient): void {
  for (const { queryKey } of [documentsQuery, indexQuery, generationsQuery])
    void client.invalidateQueries({ queryKey });
  for (const name of ['redactions', 'problems', 'links']) void client.invalidateQueries({ queryKey: [name] });
}
