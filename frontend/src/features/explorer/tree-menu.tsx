'use client';
import dynamic from 'next/dynamic';
import { type MouseEvent, type ReactNode, useState } from 'react';
import styles from './explorer.module.css';
import type { MenuTarget } from './row-menu';

/** Fetched when it is first asked for. */
const RowMenu = dynamic(() => import('./row-menu').then((it) => it.RowMenu), { ssr: false });

/** Opens the menu of the row under the pointer, or of the focused one by the menu key. */
export function TreeMenu({ children }: { children: ReactNode }) {
  const [target, setTarget] = useState<MenuTarget | null>(null);
  const open = (event: MouseEvent) => {
    event.preventDefault();
    const row = (event.target as Element).closest<HTMLElement>('[data-path]');
    setTarget({ id: row?.dataset.path ?? null, x: event.clientX, y: event.clientY });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows take focus and keys; their menu key arrives here as well.
    <div className={styles.contents} onContextMenu={open}>
      {children}
      {target ? <RowMenu target={target} onClose={() => setTarget(null)} /> : null}
    </div>
  );
}
