'use client';
import { useQueryClient } from '@tanstack/react-query';
import { DropdownMenu } from 'radix-ui';
import { refreshFiles } from '@/lib/api/queries';
import { moveToTrash, useFileActions } from '@/lib/documents/file-actions';
import { openDocument } from '@/lib/documents/open-document';
import { deepLink } from '@/lib/links';
import styles from './explorer.module.css';
import { parentOf, ROOT } from './tree-nodes';

/** A row of the tree and the point where its menu was asked for. */
export interface MenuTarget {
  /** Null beside every row. */
  readonly id: string | null;
  readonly x: number;
  readonly y: number;
}

/** What can be done with a row of the tree. */
export function RowMenu({ target: { id, x, y }, onClose }: { target: MenuTarget; onClose: () => void }) {
  const client = useQueryClient();
  const path = id === null || id.endsWith('/') ? null : id;
  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.menuAnchor} style={{ left: x, top: y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="start" aria-label={id ?? 'Documents'}>
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
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function Item({ name, run }: { name: string; run: () => void }) {
  return (
    <DropdownMenu.Item className={styles.menuItem} onSelect={run}>
      {name}
    </DropdownMenu.Item>
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
