'use client';
import { PointMenu, type PointMenuItem } from '@/components/point-menu';
import { copyLink } from '@/lib/documents/copy-link';
import { useDocuments } from '@/lib/documents/document-store';

/** A tab and the point where its menu was asked for. */
export interface TabMenuTarget {
  readonly path: string;
  readonly x: number;
  readonly y: number;
}

/** What can be done with a tab, also with one that is not in front. */
export function TabMenu({ target: { path, x, y }, onClose }: { target: TabMenuTarget; onClose: () => void }) {
  return <PointMenu label={path} x={x} y={y} items={itemsFor(path)} onClose={onClose} />;
}

function itemsFor(path: string): readonly PointMenuItem[] {
  const { active, passing, pinned, order, close, closeOthers, keep, pin, unpin } = useDocuments.getState();
  const keys = (command: string) => (path === active ? { command } : {});
  const isPinned = pinned.includes(path);
  return [
    ...(isPinned ? [] : [{ name: 'Close', ...keys('document.close'), run: () => close(path) }]),
    ...(order.length > 1 ? [{ name: 'Close others', run: () => closeOthers(path) }] : []),
    ...(passing === path ? [{ name: 'Keep open', ...keys('tab.keep'), run: () => keep(path) }] : []),
    isPinned
      ? { name: 'Unpin', ...keys('tab.pin'), run: () => unpin(path) }
      : { name: 'Pin', ...keys('tab.pin'), run: () => pin(path) },
    { name: 'Copy link', run: () => void copyLink(path) },
  ];
}
