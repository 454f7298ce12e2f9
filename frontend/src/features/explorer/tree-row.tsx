'use client';
import type { ItemInstance } from '@headless-tree/core';
import { Icon, type IconName } from '@/components/icon';
import type { DocumentEntry } from '@/lib/api/types';
import { isDirty, useDocuments } from '@/lib/documents/document-store';
import styles from './explorer.module.css';
import type { TreeItem } from './tree-nodes';

interface TreeRowProps {
  readonly item: ItemInstance<TreeItem>;
  readonly top: number;
  readonly height: number;
}

export function TreeRow({ item, top, height }: TreeRowProps) {
  const path = item.getId();
  const active = useDocuments((state) => state.active === path);
  const dirty = useDocuments((state) => isDirty(state.documents[path]));
  const { entry } = item.getItemData();
  const { level } = item.getItemMeta();
  return (
    <button
      type="button"
      {...item.getProps()}
      // The name is the document's own; state is added for those who cannot see the marks.
      aria-label={[item.getItemName(), ...wordsFor(entry, dirty)].join(', ')}
      title={entry ? `${entry.title}\n${entry.path}` : item.getItemName()}
      className={styles.row}
      style={{ height, transform: `translateY(${top}px)`, paddingLeft: 10 + level * 12 }}
      data-path={path}
      onDoubleClick={() => useDocuments.getState().keep(path)}
      data-active={active || undefined}
    >
      <span className={styles.twistie}>
        {item.isFolder() ? <Icon name={item.isExpanded() ? 'chevron-down' : 'chevron-right'} /> : null}
      </span>
      <Icon name={iconFor(item)} className={styles.kind} />
      <span className={styles.name}>{item.getItemName()}</span>
      {dirty ? <span className={styles.dot} /> : null}
      {entry ? <EntryMarks entry={entry} /> : null}
    </button>
  );
}

function EntryMarks({ entry: { state, editable } }: { entry: DocumentEntry }) {
  return (
    <>
      {state === 'indexed' ? null : (
        <span className={styles.badge} data-state={state}>
          {state}
        </span>
      )}
      {editable ? null : <Icon name="lock" size={12} className={styles.kind} />}
    </>
  );
}

function wordsFor(entry: DocumentEntry | null, dirty: boolean): readonly string[] {
  if (!entry) return [];
  return [
    ...(dirty ? ['unsaved changes'] : []),
    ...(entry.state === 'indexed' ? [] : [entry.state]),
    ...(entry.editable ? [] : ['read-only']),
  ];
}

function iconFor(item: ItemInstance<TreeItem>): IconName {
  if (!item.isFolder()) return 'file-text';
  return item.isExpanded() ? 'folder-opened' : 'folder';
}
