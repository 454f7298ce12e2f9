'use client';
import dynamic from 'next/dynamic';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon, type IconName } from '@/components/icon';
import { isDirty, type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import type { TabRow } from '@/lib/documents/tab-row';
import type { TabMenuTarget } from './tab-menu';
import styles from './tabs.module.css';

/** Fetched when it is first asked for. */
const TabMenu = dynamic(() => import('./tab-menu').then((it) => it.TabMenu), { ssr: false });

/** The open documents. Arrow keys move between the tabs, Delete or a middle click closes one, a double click keeps it. */
export function Tabs() {
  const { order, documents, active, passing, pinned } = useDocuments();
  const [menu, setMenu] = useState<TabMenuTarget | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <>
      <div ref={list} role="tablist" aria-label="Open documents" className={styles.tabs}>
        {order.map((path) => {
          const document = documents[path];
          return document ? (
            <Tab
              key={path}
              document={document}
              active={path === active}
              stay={stayOf(path, { passing, pinned })}
              onMenu={setMenu}
            />
          ) : null;
        })}
      </div>
      {menu ? <TabMenu target={menu} onClose={() => setMenu(null)} /> : null}
    </>
  );
}

type Stay = 'kept' | 'passing' | 'pinned';

function stayOf(path: string, { passing, pinned }: Pick<TabRow, 'passing' | 'pinned'>): Stay {
  if (pinned.includes(path)) return 'pinned';
  return path === passing ? 'passing' : 'kept';
}

interface TabProps {
  readonly document: OpenDocument;
  readonly active: boolean;
  readonly stay: Stay;
  onMenu(target: TabMenuTarget): void;
}

const STAYS: Readonly<Record<Stay, string>> = {
  kept: '',
  passing: ', only looked at: the next document takes its place',
  pinned: ', pinned',
};

function Tab({ document, active, stay, onMenu }: TabProps) {
  const { path } = document;
  const dirty = isDirty(document);
  const failed =
    document.save.kind === 'not_saved' || document.save.kind === 'index_failed' || document.conflict !== null;
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    onMenu({ path, x: event.clientX, y: event.clientY });
  };
  return (
    <div
      role="presentation"
      className={styles.tab}
      data-active={active || undefined}
      data-dirty={dirty || undefined}
      data-stay={stay}
    >
      <button
        type="button"
        role="tab"
        aria-selected={active}
        aria-controls="document-area"
        tabIndex={active || (stay === 'pinned' && useDocuments.getState().active === null) ? 0 : -1}
        title={path}
        onClick={() => useDocuments.getState().activate(path)}
        onDoubleClick={() => useDocuments.getState().keep(path)}
        onAuxClick={(event) => event.button === 1 && close(document, stay)}
        onContextMenu={onContextMenu}
        onKeyDown={(event) => onTabKey(event, () => close(document, stay))}
      >
        {failed ? <Icon name="warning" size={14} className={styles.warning} /> : null}
        <span className={styles.name}>{path.split('/').at(-1)}</span>
        <span className="visually-hidden">{`${STAYS[stay]}${dirty ? ', unsaved changes' : ''}`}</span>
      </button>
      <TabEnd document={document} stay={stay} />
    </div>
  );
}

/** What is pinned is not closed by a slip: it is unpinned first. */
function close({ path }: OpenDocument, stay: Stay): void {
  if (stay !== 'pinned') useDocuments.getState().close(path);
}

/** A tab may hold no other control; by keyboard it is closed with Delete or Alt+W, and unpinned with Alt+P. */
function TabEnd({ document, stay }: Pick<TabProps, 'document' | 'stay'>) {
  const { close, unpin } = useDocuments.getState();
  const isPinned = stay === 'pinned';
  const icon: IconName = isDirty(document) ? 'circle-filled' : isPinned ? 'pinned' : 'close';
  return (
    <span
      className={styles.close}
      aria-hidden="true"
      title={isPinned ? 'Unpin (Alt+P)' : 'Close (Alt+W)'}
      onClick={() => (isPinned ? unpin(document.path) : close(document.path))}
    >
      <Icon name={icon} size={icon === 'circle-filled' ? 10 : 14} />
    </span>
  );
}

function onTabKey(event: KeyboardEvent<HTMLButtonElement>, onClose: () => void): void {
  const { order, active, activate } = useDocuments.getState();
  const at = active === null ? -1 : order.indexOf(active);
  const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: order.length - 1 }[event.key];
  if (event.key === 'Delete') onClose();
  else if (target === undefined) return;
  else activate(order[(target + order.length) % order.length] ?? '');
  event.preventDefault();
  const list = event.currentTarget.closest('[role="tablist"]');
  requestAnimationFrame(() => list?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus());
}
