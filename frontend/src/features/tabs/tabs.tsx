'use client';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Icon } from '@/components/icon';
import { isDirty, type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import styles from './tabs.module.css';

/** The open documents. Arrow keys move between the tabs, Delete or a middle click closes one. */
export function Tabs() {
  const { order, documents, active, close } = useDocuments();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) list.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <div ref={list} role="tablist" aria-label="Open documents" className={styles.tabs}>
      {order.map((path) => {
        const document = documents[path];
        return document ? (
          <Tab key={path} document={document} active={path === active} onClose={() => close(path)} />
        ) : null;
      })}
    </div>
  );
}

function Tab({ document, active, onClose }: { document: OpenDocument; active: boolean; onClose: () => void }) {
  const { path } = document;
  const dirty = isDirty(document);
  const failed =
    document.save.kind === 'not_saved' || document.save.kind === 'index_failed' || document.conflict !== null;
  return (
    <div role="presentation" className={styles.tab} data-active={active || undefined} data-dirty={dirty || undefined}>
      <button
        type="button"
        role="tab"
        aria-selected={active}
        aria-controls="document-area"
        tabIndex={active ? 0 : -1}
        title={path}
        onClick={() => useDocuments.getState().activate(path)}
        onAuxClick={(event) => event.button === 1 && onClose()}
        onKeyDown={(event) => onTabKey(event, onClose)}
      >
        {failed ? <Icon name="warning" size={14} className={styles.warning} /> : null}
        <span className={styles.name}>{path.split('/').at(-1)}</span>
        {dirty ? <span className="visually-hidden">, unsaved changes</span> : null}
      </button>
      {/* A tab may hold no other control; by keyboard it is closed with Delete or Alt+W. */}
      <span className={styles.close} aria-hidden="true" title="Close (Alt+W)" onClick={onClose}>
        <Icon name={dirty ? 'circle-filled' : 'close'} size={dirty ? 10 : 14} />
      </span>
    </div>
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
