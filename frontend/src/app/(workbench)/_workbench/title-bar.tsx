'use client';
import { Icon } from '@/components/icon';
import { Mark } from '@/components/mark';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import styles from './workbench.module.css';

export function TitleBar() {
  const registry = useCommandRegistry();
  return (
    <header className={styles.titleBar}>
      <h1 className={styles.brand}>
        <Mark size={16} /> Glyph
      </h1>
      <button type="button" className={styles.commandCenter} onClick={() => registry.run('view.quickOpen')}>
        <Icon name="search" size={14} />
        <span>Open a document or run a command</span>
        <kbd>{shortcutOf(registry.find('view.quickOpen')) || 'Ctrl+P'}</kbd>
      </button>
    </header>
  );
}
