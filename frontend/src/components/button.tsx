'use client';
import type { ReactNode } from 'react';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import styles from './button.module.css';
import { Icon, type IconName } from './icon';

interface ButtonProps {
  readonly kind?: 'primary' | 'secondary';
  readonly icon?: IconName;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

export function Button({
  kind = 'secondary',
  icon,
  type = 'button',
  disabled = false,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button type={type} className={styles[kind]} disabled={disabled} {...(onClick ? { onClick } : {})}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  );
}

interface CommandButtonProps {
  readonly command: string;
  readonly title: string;
  readonly icon: IconName;
  readonly pressed?: boolean;
  readonly className?: string | undefined;
}

/** An icon that runs a command. The tooltip tells its keys. */
export function CommandButton({ command, title, icon, pressed, className }: CommandButtonProps) {
  const registry = useCommandRegistry();
  const keys = shortcutOf(registry.find(command));
  return (
    <button
      type="button"
      className={className ?? styles.icon}
      aria-label={title}
      title={keys ? `${title} (${keys})` : title}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={() => registry.run(command)}
    >
      <Icon name={icon} />
    </button>
  );
}
