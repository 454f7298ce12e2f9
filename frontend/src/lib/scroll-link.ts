export type Pane = 'editor' | 'preview';

interface Position {
  readonly from: Pane;
  readonly path: string;
  /** The source line at the top of the pane, with a fraction for how far it is scrolled into. */
  readonly line: number;
}

type Listener = (position: Position) => void;

const listeners = new Set<Listener>();
let leader: Pane = 'editor';

/** Only the pane that the person touched last leads; else the two would push each other for ever. */
export function lead(pane: Pane): void {
  leader = pane;
}

export function announceScroll(position: Position): void {
  if (position.from !== leader) return;
  for (const listener of listeners) listener(position);
}

export function onScroll(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
