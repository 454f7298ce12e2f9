/** Key chords such as "mod+shift+f": `mod` is Ctrl, and Command on a Mac. */
export interface Pressed {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

export function matchesChord(pressed: Pressed, chord: string, mac: boolean): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  const ctrl = wants('mod') && !mac;
  const meta = wants('mod') && mac;
  if (pressed.ctrlKey !== ctrl || pressed.metaKey !== meta) return false;
  if (pressed.altKey !== wants('alt') || pressed.shiftKey !== wants('shift')) return false;
  return matchesKey(pressed, key);
}

function matchesKey({ key, code }: Pressed, wanted: string): boolean {
  if (key.toLowerCase() === wanted) return true;
  // Alt on a Mac and layouts without Latin letters change `key`; where the key sits is then what people press.
  const printsItself = /^[a-z0-9]$/i.test(key);
  return (
    !printsItself &&
    (code === `Key${wanted.toUpperCase()}` || code === `Digit${wanted}` || (wanted === '\\' && code === 'Backslash'))
  );
}

const NAMES: Readonly<Record<string, readonly [string, string]>> = {
  mod: ['Ctrl', '⌘'],
  shift: ['Shift', '⇧'],
  alt: ['Alt', '⌥'],
};

/** "Ctrl+Shift+F", or "⌘⇧F" on a Mac. */
export function printChord(chord: string, mac: boolean): string {
  const parts = chord.split('+').map((part) => NAMES[part]?.[mac ? 1 : 0] ?? printKey(part));
  return parts.join(mac ? '' : '+');
}

function printKey(key: string): string {
  return key.length === 1 ? key.toUpperCase() : `${key[0]?.toUpperCase() ?? ''}${key.slice(1)}`;
}
