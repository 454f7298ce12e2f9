'use client';
import { useQueryClient } from '@tanstack/react-query';
import { ContextMenu } from 'radix-ui';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { refreshFiles } from '@/lib/api/queries';
import { moveToTrash, useFileActions } from '@/lib/documents/file-actions';
import { openDocument } from '@/lib/documents/open-document';
import { deepLink } from '@/lib/links';
import styles from './explorer.module.css';
import { parentOf, ROOT } from './tree-nodes';

/** What can be done with the row under the pointer, or with the focused one by the menu key. */
export function TreeMenu({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [id, setId] = useState<string | null>(null);
  const aim = (event: MouseEvent) => {
    setId((event.target as Element).closest<HTMLElement>('[data-path]')?.dataset.path ?? null);
  };
  const path = id === null || id.endsWith('/') ? null : id;
  return (
    <ContextMenu.Root>
      <ContextMenu.Trigger asChild onContextMenuCapture={aim}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <ContextMenu.Content className={styles.menu}>
          <Item
            name="New document here"
            run={() => useFileActions.getState().ask({ kind: 'new', folder: folderOf(id) })}
          />
          {path ? (
            <>
              <Item name="Open" run={() => void openDocument(path)} />
              <Item name="Rename or move" run={() => useFileActions.getState().ask({ kind: 'move', path })} />
              <Item name="Copy link" run={() => void copyLink(path)} />
              <Item name="Move to trash" run={() => void moveToTrash(path).finally(() => refreshFiles(client))} />
            </>
          ) : null}
        </ContextMenu.Content>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  );
}

function Item({ name, run }: { name: string; run: () => void }) {
  return (
    <ContextMenu.Item className={styles.menuItem} onSelect={run}>
      {name}
    </ContextMenu.Item>
  );
}

function folderOf(id: string | null): string {
  if (id === null) return '';
  const folder = id.endsWith('/') ? id : parentOf(id);
  return folder === ROOT ? '' : folder;
}

function copyLink(path: string): Promise<void> | undefined {
  return navigator.clipboard?.writeText(`${window.location.origin}${deepLink(path)}`);
}
