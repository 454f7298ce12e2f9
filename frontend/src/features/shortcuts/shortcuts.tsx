'use client';
import { useMemo, useState } from 'react';
import { Dialog } from '@/components/dialog';
import { isMac, useCommandRegistry, useCommands } from '@/lib/commands/command-context';
import { printChord } from '@/lib/commands/keys';
import type { Command } from '@/lib/commands/registry';
import styles from './shortcuts.module.css';

/** Every command that has a key, as the registry knows them: the sheet cannot say anything else than what is true. */
export function Shortcuts() {
  const [shown, setShown] = useState(false);
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'help.shortcuts',
        title: 'Show all shortcuts',
        category: 'Help',
        keys: ['mod+/'],
        run: () => setShown((now) => !now),
      },
    ],
    [],
  );
  useCommands(commands);
  if (!shown) return null;
  return (
    <Dialog wide title="Shortcuts" onClose={() => setShown(false)}>
      <div className={styles.sheet}>
        <Sheet />
      </div>
    </Dialog>
  );
}

/** The editor's own keys: it binds them itself. */
const EDITOR: readonly (readonly [string, string])[] = [
  ['Find in the document', 'mod+f'],
  ['Complete a link', 'mod+space'],
  ['Let Tab leave the editor', 'mod+m'],
  ['Follow a link', 'mod+click'],
  ['Follow the link at the cursor', 'alt+enter'],
];

function Sheet() {
  const registry = useCommandRegistry();
  const withKeys = registry.all().filter(({ keys }) => keys !== undefined && keys.length > 0);
  const categories = [...new Set(withKeys.map(({ category }) => category))].sort();
  return (
    <>
      {categories.map((category) => (
        <Group
          key={category}
          name={category}
          rows={withKeys
            .filter((command) => command.category === category)
            .map(({ title, keys = [] }) => [title, keys])}
        />
      ))}
      <Group name="Editor" rows={EDITOR.map(([title, chord]) => [title, [chord]])} />
    </>
  );
}

function Group({ name, rows }: { name: string; rows: readonly (readonly [string, readonly string[]])[] }) {
  return (
    <section className={styles.group}>
      <h3>{name}</h3>
      <dl>
        {rows.map(([title, chords]) => (
          <div key={title} className={styles.row}>
            <dt>{title}</dt>
            <dd>
              {chords.map((chord) => (
                <kbd key={chord}>{printChord(chord, isMac())}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
