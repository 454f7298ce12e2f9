import { useDocuments } from './document-store';
import { NO_TABS, type TabRow } from './tab-row';

/** The row of this browser tab outlives a reload; the pinned tabs outlive the browser tab. */
const ROW = 'glyph.tabs';
const PINNED = 'glyph.pinned';

/** Brings back the tabs of the last visit, without their texts, and remembers every change of the row. */
export function keepTabs(): () => void {
  const row = readRow();
  if (row.order.length > 0) useDocuments.getState().restore(row);
  return useDocuments.subscribe(({ order, passing, pinned }, before) => {
    if (order === before.order && passing === before.passing && pinned === before.pinned) return;
    write(() => sessionStorage.setItem(ROW, JSON.stringify({ order, passing })));
    if (pinned !== before.pinned) write(() => localStorage.setItem(PINNED, JSON.stringify(pinned)));
  });
}

function readRow(): TabRow {
  const pinned = paths(read(() => localStorage.getItem(PINNED)));
  const kept = read(() => sessionStorage.getItem(ROW));
  const { order, passing } = isRecord(kept) ? kept : { order: pinned, passing: null };
  const others = paths(order).filter((path) => !pinned.includes(path));
  return {
    ...NO_TABS,
    order: [...pinned, ...others],
    passing: typeof passing === 'string' && others.includes(passing) ? passing : null,
    pinned,
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function paths(value: unknown): readonly string[] {
  const strings = Array.isArray(value) ? value.filter((path): path is string => typeof path === 'string') : [];
  return [...new Set(strings)];
}

function read(from: () => string | null): unknown {
  try {
    return JSON.parse(from() ?? 'null');
  } catch {
    return null;
  }
}

function write(to: () => void): void {
  try {
    to();
  } catch {
    // Storage may be forbidden; the row then lasts as long as the page.
  }
}
