/** The row of tabs. Pinned tabs stand first; at most one tab is passing: the next document takes its place. */
export interface TabRow {
  /** Paths in the order of their tabs. */
  readonly order: readonly string[];
  readonly active: string | null;
  /** The document that was only looked at so far. */
  readonly passing: string | null;
  readonly pinned: readonly string[];
}

export const NO_TABS: TabRow = { order: [], active: null, passing: null, pinned: [] };

/** `kept` stays until it is closed; `passing` gives way to the next one. */
export type TabStay = 'kept' | 'passing';

/** The row with this document in front. It takes the passing tab's place, unless that one may not give way. */
export function opened(row: TabRow, path: string, stay: TabStay, givesWay: boolean): TabRow {
  if (row.order.includes(path)) return { ...(stay === 'kept' ? kept(row, path) : row), active: path };
  const { order, passing } = row;
  const left = stay === 'passing' && givesWay ? passing : null;
  return {
    ...row,
    order: left === null ? [...order, path] : order.map((other) => (other === left ? path : other)),
    active: path,
    passing: stay === 'passing' ? path : passing,
  };
}

export function kept(row: TabRow, path: string): TabRow {
  return row.passing === path ? { ...row, passing: null } : row;
}

/** The row without this tab; its right-hand neighbour comes to the front, else the left one. */
export function closed(row: TabRow, path: string): TabRow {
  const at = row.order.indexOf(path);
  if (at < 0) return row;
  const order = row.order.filter((other) => other !== path);
  const neighbour = order[Math.min(at, order.length - 1)] ?? null;
  return {
    order,
    active: row.active === path ? neighbour : row.active,
    passing: kept(row, path).passing,
    pinned: row.pinned.filter((other) => other !== path),
  };
}

/** What is left are this tab and the pinned ones. */
export function closedOthers(row: TabRow, path: string): TabRow {
  const order = row.order.filter((other) => other === path || row.pinned.includes(other));
  return { ...row, order, active: path, passing: row.passing === path ? path : null };
}

export function pinned(row: TabRow, path: string): TabRow {
  if (!row.order.includes(path) || row.pinned.includes(path)) return row;
  return arranged({ ...kept(row, path), pinned: [...row.pinned, path] });
}

export function unpinned(row: TabRow, path: string): TabRow {
  return arranged({ ...row, pinned: row.pinned.filter((other) => other !== path) });
}

/** Pinned tabs first, in the order they were pinned. */
function arranged(row: TabRow): TabRow {
  return { ...row, order: [...row.pinned, ...row.order.filter((path) => !row.pinned.includes(path))] };
}
