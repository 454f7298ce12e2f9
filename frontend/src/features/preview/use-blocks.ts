'use client';
import { useEffect, useRef, useState } from 'react';
import type { BlocksAnswer, BlocksRequest } from './blocks.worker';
import type { PreviewBlock } from './tree';

/** Speaks to one worker, one text at a time: of the texts that arrive meanwhile only the newest is parsed. */
class BlockParser {
  readonly #worker = new Worker(new URL('./blocks.worker.ts', import.meta.url), { type: 'module', name: 'markdown' });
  #id = 0;
  #busy = false;
  #waiting: string | null = null;

  constructor(onBlocks: (blocks: readonly PreviewBlock[]) => void) {
    this.#worker.onmessage = ({ data }: MessageEvent<BlocksAnswer>) => {
      this.#busy = false;
      if (data.id === this.#id) onBlocks(data.blocks);
      const next = this.#waiting;
      this.#waiting = null;
      if (next !== null) this.parse(next);
    };
  }

  parse(text: string): void {
    if (this.#busy) {
      this.#waiting = text;
      return;
    }
    this.#busy = true;
    this.#id += 1;
    const request: BlocksRequest = { id: this.#id, text };
    this.#worker.postMessage(request);
  }

  stop(): void {
    this.#worker.terminate();
  }
}

interface Parsed {
  readonly path: string;
  readonly blocks: readonly PreviewBlock[];
}

/** The blocks of the text, parsed off the main thread; null until those of this path are there. */
export function useBlocks(path: string, text: string): readonly PreviewBlock[] | null {
  const [parsed, setParsed] = useState<Parsed | null>(null);
  const parser = useRef<BlockParser | null>(null);
  const latestPath = useRef(path);
  latestPath.current = path;
  useEffect(() => {
    parser.current = new BlockParser((blocks) => setParsed({ path: latestPath.current, blocks }));
    return () => parser.current?.stop();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document may hold the same text.
  useEffect(() => parser.current?.parse(text), [path, text]);
  return parsed?.path === path ? parsed.blocks : null;
}
