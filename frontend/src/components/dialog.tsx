'use client';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** A sheet to read: it takes the focus itself, so that the arrow keys scroll it. */
  readonly wide?: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

/** A question, or a sheet to read, over the workbench. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, description, wide = false, children, onClose }: DialogProps) {
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles.dim} />
        <Radix.Content
          className={styles.dialog}
          tabIndex={wide ? 0 : -1}
          data-wide={wide || undefined}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <Radix.Title className={styles.title}>{title}</Radix.Title>
          {description ? <Radix.Description>{description}</Radix.Description> : null}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
