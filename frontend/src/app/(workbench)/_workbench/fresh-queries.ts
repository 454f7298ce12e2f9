'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { documentsQuery, indexQuery } from '@/lib/api/queries';
import { useDocuments } from '@/lib/documents/document-store';

/** A save, or a retry of the index, changes what explorer and status bar show: ask again at once. */
export function useFreshQueries(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      useDocuments.subscribe((now, before) => {
        const settled = Object.values(now.documents).some(({ path, save }) => {
          const earlier = before.documents[path]?.save.kind;
          return (
            (earlier === 'saving' || earlier === 'index_failed') && save.kind !== earlier && save.kind !== 'saving'
          );
        });
        if (!settled) return;
        void client.invalidateQueries({ queryKey: documentsQuery.queryKey });
        void client.invalidateQueries({ queryKey: indexQuery.queryKey });
      }),
    [client],
  );
}
