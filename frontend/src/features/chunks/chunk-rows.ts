import type { ShownChunk } from '@/lib/api/types';

/** Lines of the document and the chunk they make; null for lines that are in no chunk. */
export interface ChunkRow {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  readonly chunk: ShownChunk | null;
}

/** The whole document in rows, in its order. A line too long for one chunk stands in the row of each. */
export function rowsOf(text: string, chunks: readonly ShownChunk[]): readonly ChunkRow[] {
  const lines = text.split(/\r?\n/);
  const row = (from: number, to: number, chunk: ShownChunk | null): ChunkRow => {
    return { from, to, lines: lines.slice(from - 1, to), chunk };
  };
  const rows: ChunkRow[] = [];
  let reached = 0;
  for (const chunk of chunks) {
    if (chunk.line_from > reached + 1) rows.push(row(reached + 1, chunk.line_from - 1, null));
    rows.push(row(chunk.line_from, chunk.line_to, chunk));
    reached = Math.max(reached, chunk.line_to);
  }
  if (reached < lines.length) rows.push(row(reached + 1, lines.length, null));
  return rows.filter(({ chunk, lines: own }) => chunk !== null || own.some((line) => line.trim() !== ''));
}

export interface Part {
  readonly text: string;
  readonly redacted: boolean;
}

const MARKER = /(⟦secret:[a-z0-9-]{1,64}⟧)/g;

/** The text with its redaction markers apart. */
export function partsOf(text: string): readonly Part[] {
  return text
    .split(MARKER)
    .map((part, at) => ({ text: part, redacted: at % 2 === 1 }))
    .filter((part) => part.text !== '');
}
