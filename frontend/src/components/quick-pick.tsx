'use client';
import { Dialog } from 'radix-ui';
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
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
  /** Hears the text as it is typed, for modes whose rows have to be asked for. */
  readonly onType?: (text: string) => void;
  onClose(): void;
}

const MOST_ROWS = 80;

/** VS Code's one box: a combobox with a listbox, in a dialog that hands the focus back when it closes. */
export function QuickPick({ initial, modes, onType, onClose }: QuickPickProps) {
  const input = useRef<HTMLInputElement>(null);
  // Not autoFocus: that would come before Radix looks where the focus was, and it could not give it back.
  const focusInput = (event: Event) => {
    event.preventDefault();
    input.current?.focus();
    input.current?.setSelectionRange(initial.length, initial.length);
  };
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className={styles.overlay} />
        <Dialog.Content className={styles.box} aria-describedby={undefined} onOpenAutoFocus={focusInput}>
          <PickBox input={input} initial={initial} modes={modes} onClose={onClose} {...(onType ? { onType } : {})} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PickBox({
  input,
  initial,
  modes,
  onType,
  onClose,
}: QuickPickProps & { input: RefObject<HTMLInputElement | null> }) {
  const listId = useId();
  const pick = usePick(initial, modes, onClose);
  const { mode, items, at } = pick;
  return (
    <>
      <Dialog.Title className="visually-hidden">{mode.name}</Dialog.Title>
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-expanded={true}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={items[at] ? rowId(listId, at) : undefined}
        aria-label={mode.placeholder}
        placeholder={mode.placeholder}
        value={pick.text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          pick.type(event.target.value);
          onType?.(event.target.value);
        }}
        onKeyDown={pick.onKeyDown}
      />
      <Rows listId={listId} name={mode.placeholder} items={items} at={at} onPoint={pick.point} onTake={pick.take} />
      <p role="status" className={items.length === 0 ? styles.nothing : 'visually-hidden'}>
        {items.length === 0 ? mode.nothing : `${items.length} results`}
      </p>
    </>
  );
}

/** The text, the rows it leads to, and the one that Enter would take. */
function usePick(initial: string, modes: readonly PickMode[], onClose: () => void) {
  const [text, setText] = useState(initial);
  const [row, setRow] = useState<number | null>(null);
  const mode = modeOf(text, modes);
  const query = text.slice(mode.prefix.length).trim();
  const items = mode.items(query).slice(0, MOST_ROWS);
  const first = query === '' ? (mode.firstRow ?? 0) : 0;
  const at = Math.min(row ?? first, items.length - 1);
  const take = (item: PickItem) => {
    onClose();
    item.run();
  };
  const type = (typed: string) => {
    setText(typed);
    setRow(null);
  };
  const actionOf = (key: string) => {
    const chosen = items[at];
    if (key === 'Enter') return chosen ? () => take(chosen) : null;
    const next = stepped(key, at, items.length);
    return next === null ? null : () => setRow(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes, its keys are its own.
    const act = event.nativeEvent.isComposing ? null : actionOf(event.key);
    if (!act) return;
    event.preventDefault();
    act();
  };
  return { text, mode, items, at, take, type, onKeyDown, point: setRow };
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
