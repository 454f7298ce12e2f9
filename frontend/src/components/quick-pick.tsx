'use client';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import styles from './quick-pick.module.css';

export interface PickItem {
  readonly id: string;
  readonly label: string;
  readonly detail?: string;
  readonly keys?: string;
  run(): void;
}

export interface PickMode {
  /** What the text starts with in this mode; the mode with "" takes the rest. */
  readonly prefix: string;
  readonly name: string;
  readonly placeholder: string;
  readonly nothing: string;
  items(query: string): readonly PickItem[];
  /** The row that is chosen before anything is typed. */
  readonly firstRow?: number;
}

interface QuickPickProps {
  readonly initial: string;
  readonly modes: readonly PickMode[];
  onClose(): void;
}

const MOST_ROWS = 80;

/** VS Code's one box: a combobox with a listbox, in a dialog that hands the focus back when it closes. */
export function QuickPick({ initial, modes, onClose }: QuickPickProps) {
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.box} aria-describedby={undefined}>
          <PickBox initial={initial} modes={modes} onClose={onClose} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PickBox({ initial, modes, onClose }: QuickPickProps) {
  const [text, setText] = useState(initial);
  const [row, setRow] = useState<number | null>(null);
  const listId = useId();
  const mode = modeOf(text, modes);
  const query = text.slice(mode.prefix.length).trim();
  const items = mode.items(query).slice(0, MOST_ROWS);
  const at = Math.min(row ?? (query === '' ? (mode.firstRow ?? 0) : 0), items.length - 1);
  const take = (item: PickItem) => {
    onClose();
    item.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = stepped(event.key, at, items.length);
    const chosen = event.key === 'Enter' ? items[at] : undefined;
    if (next === null && !chosen) return;
    event.preventDefault();
    if (next !== null) setRow(next);
    if (chosen) take(chosen);
  };
  return (
    <>
      <Dialog.Title className="visually-hidden">{mode.name}</Dialog.Title>
      <input
        className={styles.input}
        // biome-ignore lint/a11y/noAutofocus: the dialog was opened by a key or button, to type into.
        autoFocus
        role="combobox"
        aria-expanded={true}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items[at] ? rowId(listId, at) : undefined}
        aria-label={mode.placeholder}
        placeholder={mode.placeholder}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          setRow(null);
        }}
        onKeyDown={onKeyDown}
      />
      <Rows listId={listId} name={mode.placeholder} items={items} at={at} onPoint={setRow} onTake={take} />
      <p role="status" className={items.length === 0 ? styles.nothing : 'visually-hidden'}>
        {items.length === 0 ? mode.nothing : `${items.length} results`}
      </p>
    </>
  );
}

interface RowsProps {
  readonly listId: string;
  readonly name: string;
  readonly items: readonly PickItem[];
  readonly at: number;
  onPoint(row: number): void;
  onTake(item: PickItem): void;
}

function Rows({ listId, name, items, at, onPoint, onTake }: RowsProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`[id="${rowId(listId, at)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, at]);
  return (
    <div ref={list} id={listId} role="listbox" aria-label={name} className={styles.list} hidden={items.length === 0}>
      {items.map((item, row) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above takes the keys.
        <div
          key={item.id}
          id={rowId(listId, row)}
          role="option"
          aria-selected={row === at}
          tabIndex={-1}
          className={styles.item}
          onMouseMove={() => onPoint(row)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(item)}
        >
          <span className={styles.label}>{item.label}</span>
          {item.detail ? <span className={styles.detail}>{item.detail}</span> : null}
          {item.keys ? <kbd className={styles.keys}>{item.keys}</kbd> : null}
        </div>
      ))}
    </div>
  );
}

function rowId(listId: string, row: number): string {
  return `${listId}-${row}`;
}

function modeOf(text: string, modes: readonly PickMode[]): PickMode {
  const prefixed = modes.find(({ prefix }) => prefix !== '' && text.startsWith(prefix));
  const mode = prefixed ?? modes.find(({ prefix }) => prefix === '');
  if (!mode) throw new Error('a quick pick needs a mode without a prefix');
  return mode;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** The row a key leads to: single steps wrap around, pages stop at the ends. */
function stepped(key: string, at: number, count: number): number | null {
  const step = STEPS[key];
  if (step === undefined || count === 0) return null;
  const next = at + step;
  return Math.abs(step) === 1 ? (next + count) % count : Math.max(0, Math.min(count - 1, next));
}
