'use client';
import { DropdownMenu } from 'radix-ui';
import { useState } from 'react';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import styles from './point-menu.module.css';

export interface PointMenuItem {
  readonly name: string;
  /** The command that does the same: its keys are shown. */
  readonly command?: string;
  run(): void;
}

interface PointMenuProps {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly items: readonly PointMenuItem[];
  onClose(): void;
}

/** A menu where the pointer is. Escape closes it, and the focus goes back to where it was. */
export function PointMenu({ label, x, y, items, onClose }: PointMenuProps) {
  const registry = useCommandRegistry();
  const [before] = useState(() => document.activeElement);
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (before instanceof HTMLElement) before.focus();
  };
  return (
    <DropdownMenu.Root open onOpenChange={(open) => !open && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className={styles.anchor} style={{ left: x, top: y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={styles.menu} align="start" aria-label={label} onCloseAutoFocus={giveFocusBack}>
          {items.map(({ name, command, run }) => (
            <DropdownMenu.Item key={name} className={styles.item} onSelect={run}>
              <span>{name}</span>
              {command ? <kbd>{shortcutOf(registry.find(command))}</kbd> : null}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
