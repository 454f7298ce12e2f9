'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { ApiError } from '@/lib/api/api-error';
import { refreshFiles, trashQuery } from '@/lib/api/queries';
import { restoreAndOpen, useFileActions } from '@/lib/documents/file-actions';
import { relativeTime } from '@/lib/relative-time';
import styles from './files.module.css';

/** The way back for what was deleted: the last one in sight, the others one click away. */
export function Trash() {
  const client = useQueryClient();
  const entries = useQuery(trashQuery).data?.entries ?? [];
  const { trashed, failure, set } = useFileActions();
  const restore = (id: string, path: string) =>
    restoreAndOpen(id, path)
      .catch((reason: unknown) => set({ failure: ApiError.of(reason) }))
      .finally(() => refreshFiles(client));
  return (
    <>
      {failure ? (
        <Notice tone="error" actions={<Button onClick={() => set({ failure: null })}>Dismiss</Button>}>
          {failure.message} {failure.hint}
        </Notice>
      ) : null}
      {trashed ? (
        <Notice
          tone="info"
          actions={
            <>
              <Button icon="discard" onClick={() => void restore(trashed.id, trashed.path)}>
                Undo
              </Button>
              <Button onClick={() => set({ trashed: null })}>Dismiss</Button>
            </>
          }
        >
          {trashed.path} is in the trash.
        </Notice>
      ) : null}
      {entries.length > 0 ? (
        <details className={styles.trash}>
          <summary>Trash ({entries.length})</summary>
          <ul aria-label="Trash">
            {entries.map(({ id, path, kept_at }) => (
              <li key={id}>
                <span title={`deleted ${relativeTime(kept_at, Date.now())}`}>{path}</span>
                <Button icon="discard" onClick={() => void restore(id, path)}>
                  Restore
                </Button>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
