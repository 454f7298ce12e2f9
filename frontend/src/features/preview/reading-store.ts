import { create } from 'zustand';

interface ReadingState {
  /** Steps that are ticked off for this reading, by document and step; the file knows nothing of them. */
  readonly ticked: ReadonlySet<string>;
  /** Hidden values that were asked for. */
  readonly revealed: ReadonlySet<string>;
  /** What placeholders were filled in with. */
  readonly values: Readonly<Record<string, string>>;
  tick(step: string): void;
  /** Clears the ticks of one document. */
  untickAll(path: string): void;
  toggle(value: string): void;
  hideAll(): void;
  fill(name: string, value: string): void;
}

/** What a reader does with a document without changing it. It lives as long as the page, and is stored nowhere. */
export const useReading = create<ReadingState>()((set) => ({
  ticked: new Set(),
  revealed: new Set(),
  values: {},
  tick: (step) => set(({ ticked }) => ({ ticked: toggled(ticked, step) })),
  untickAll: (path) =>
    set(({ ticked }) => ({ ticked: new Set([...ticked].filter((step) => !step.startsWith(stepPrefix(path)))) })),
  toggle: (value) => set(({ revealed }) => ({ revealed: toggled(revealed, value) })),
  hideAll: () => set({ revealed: new Set() }),
  fill: (name, value) => set(({ values }) => ({ values: { ...values, [name]: value } })),
}));

/** A step is known by its text: lines move while a document is edited. */
export function stepId(path: string, text: string): string {
  return `${stepPrefix(path)}${text}`;
}

function stepPrefix(path: string): string {
  return `${path}\n`;
}

function toggled(set: ReadonlySet<string>, item: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(item)) next.add(item);
  return next;
}
