'use client';
import { Mark } from '@/components/mark';
import { shortcutOf, useCommandRegistry } from '@/lib/commands/command-context';
import styles from './workbench.module.css';

const OFFERED: readonly string[] = ['view.quickOpen', 'view.search', 'view.commands', 'view.sideBar'];

/** What to do when nothing is open: the four commands that lead anywhere, with their keys. */
export function Welcome() {
  const registry = useCommandRegistry();
  const commands = registry.offered().filter(({ id }) => OFFERED.includes(id));
  return (
    <section className={styles.welcome} aria-label="Welcome">
      <Mark size={48} />
      <ul>
        {commands.map((command) => (
          <li key={command.id}>
            <button type="button" onClick={() => registry.run(command.id)}>
              <span>{command.title}</span>
              <kbd>{shortcutOf(command)}</kbd>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
