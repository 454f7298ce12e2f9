'use client';
import { useQueryClient } from '@tanstack/react-query';
import { PointMenu, type PointMenuItem } from '@/components/point-menu';
import { refreshFiles } from '@/lib/api/queries';
import { copyLink } from '@/lib/documents/copy-link';
import { moveToTrash, useFileActions } from '@/lib/documents/file-actions';
import { openDocument } from '@/lib/documents/open-document';
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
  const trash = (path: string) => void moveToTrash(path).finally(() => refreshFiles(client));
  const path = id === null || id.endsWith('/') ? null : id;
  const create = () => useFileActions.getState().ask({ kind: 'new', folder: folderOf(id) });
  const items = [{ name: 'New document here', run: create }, ...(path ? documentItems(path, trash) : [])];
  return <PointMenu label={id ?? 'Documents'} x={x} y={y} items={items} onClose={onClose} />;
}

function documentItems(path: string, trash: (path: string) => void): readonly PointMenuItem[] {
  return [
    { name: 'Open to keep', run: () => void openDocument(path) },
    { name: 'Rename or move', run: () => useFileActions.getState().ask({ kind: 'move', path }) },
    { name: 'Copy link', run: () => void copyLink(path) },
    { name: 'Move to trash', run: () => trash(path) },
  ];
}

function folderOf(id: string | null): string {
  if (id === null) return '';
  const folder = id.endsWith('/') ? id : parentOf(id);
  return folder === ROOT ? '' : folder;
}
