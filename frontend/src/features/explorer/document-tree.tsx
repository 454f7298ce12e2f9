'use client';
import { hotkeysCoreFeature, type ItemInstance, selectionFeature, syncDataLoaderFeature } from '@headless-tree/core';
import { useTree } from '@headless-tree/react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NARROW, useMedia } from '@/components/use-media';
import type { DocumentEntry } from '@/lib/api/types';
import { useDocuments } from '@/lib/documents/document-store';
import { openInPassing } from '@/lib/documents/open-document';
import styles from './explorer.module.css';
import { TreeMenu } from './tree-menu';
import { foldersAbove, ROOT, type TreeItem, toTreeItems } from './tree-nodes';
import { TreeRow } from './tree-row';

/** A corpus of this size is shown with its folders open; a larger one would only scroll. */
const OPEN_ALL_UP_TO = 60;

export function DocumentTree({ entries, filtered }: { entries: readonly DocumentEntry[]; filtered: boolean }) {
  const items = useMemo(() => toTreeItems(entries), [entries]);
  const scroller = useRef<HTMLDivElement>(null);
  const rowHeight = useMedia(NARROW) ? 36 : 22;
  const [opened, setOpened] = useExpandedFolders(items, entries.length);
  const expandedItems = useMemo(() => (filtered ? foldersOf(items) : opened), [filtered, items, opened]);

  const tree = useTree<TreeItem>({
    rootItemId: ROOT,
    // The very same list until it changes: the tree compares identities and would render for ever.
    state: { expandedItems },
    setExpandedItems: (change) => setOpened((now) => (typeof change === 'function' ? change(now) : change)),
    getItemName: (item) => item.getItemData().name,
    isItemFolder: (item) => item.getItemData().children !== null,
    dataLoader: {
      getItem: (id) => items.get(id) ?? GONE,
      getChildren: (id) => [...(items.get(id)?.children ?? [])],
    },
    onPrimaryAction: open,
    scrollToItem: (item) => virtual.scrollToIndex(item.getItemMeta().index),
    features: [syncDataLoaderFeature, selectionFeature, hotkeysCoreFeature],
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tree keeps its own list, to be made anew when the documents change.
  useEffect(() => tree.rebuildTree(), [items, expandedItems]);

  const rows = tree.getItems();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new row height moves every row.
  useEffect(() => virtual.measure(), [rowHeight]);

  return (
    <TreeMenu>
      <div ref={scroller} className={styles.scroller}>
        <div
          {...tree.getContainerProps('Documents')}
          className={styles.tree}
          style={{ height: virtual.getTotalSize() }}
        >
          {virtual.getVirtualItems().map(({ index, start, size }) => {
            const item = rows[index];
            return item ? <TreeRow key={item.getId()} item={item} top={start} height={size} /> : null;
          })}
        </div>
      </div>
    </TreeMenu>
  );
}

const GONE: TreeItem = { name: '', children: null, entry: null };

function open(item: ItemInstance<TreeItem>): void {
  if (!item.isFolder()) void openInPassing(item.getId());
}

function foldersOf(items: ReadonlyMap<string, TreeItem>): string[] {
  return [...items].filter(([, item]) => item.children !== null).map(([id]) => id);
}

/** Which folders stand open: all of a small corpus, and always those above the active document. */
function useExpandedFolders(items: ReadonlyMap<string, TreeItem>, count: number) {
  const [opened, setOpened] = useState<string[]>(() => (count <= OPEN_ALL_UP_TO ? foldersOf(items) : [ROOT]));
  const active = useDocuments((state) => state.active);
  useEffect(() => {
    if (active === null) return;
    setOpened((now) => [...new Set([...now, ...foldersAbove(active)])]);
  }, [active]);
  return [opened, setOpened] as const;
}
