import { create } from 'zustand';
import { ApiError } from '@/lib/api/api-error';
import { startIndexRebuild, startIndexUpdate } from '@/lib/api/client';
import { untilEnded } from '@/lib/api/jobs';

type Kind = 'update' | 'rebuild';

interface IndexJobState {
  readonly running: Kind | null;
  /** Why the last job failed; stays until another one is started. */
  readonly failure: string | null;
  start(kind: Kind, onStep: () => void): Promise<void>;
}

const STARTS = { update: startIndexUpdate, rebuild: startIndexRebuild } as const;

/** The job that this workbench started. `onStep` is called when it has begun and when it has ended. */
export const useIndexJob = create<IndexJobState>()((set, get) => ({
  running: null,
  failure: null,
  start: async (kind, onStep) => {
    if (get().running !== null) return;
    set({ running: kind, failure: null });
    const failure = await run(kind, onStep);
    set({ running: null, failure });
    onStep();
  },
}));

async function run(kind: Kind, onStep: () => void): Promise<string | null> {
  try {
    const job = await STARTS[kind]();
    onStep();
    const ended = await untilEnded(job);
    return ended.state === 'failed' ? (ended.error ?? `The ${kind} failed.`) : null;
  } catch (reason) {
    const { message, hint } = ApiError.of(reason);
    return `${message} ${hint}`;
  }
}
