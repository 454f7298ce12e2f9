import { create } from 'zustand';
import { ApiError } from '@/lib/api/api-error';
import { activateGeneration, cancelJob, startIndexRebuild, startIndexUpdate, startIndexVerify } from '@/lib/api/client';
import type { Job } from '@/lib/api/types';

interface IndexJobsState {
  /** Why the last job could not be started or stopped; a job that failed says so itself. */
  readonly refusal: ApiError | null;
  ask(start: () => Promise<Job>): Promise<Job | null>;
}

/** What the workbench asked of the index. The jobs themselves are the API's, and read from there. */
export const useIndexJobs = create<IndexJobsState>()((set) => ({
  refusal: null,
  ask: async (start) => {
    set({ refusal: null });
    try {
      return await start();
    } catch (reason) {
      set({ refusal: ApiError.of(reason) });
      return null;
    }
  },
}));

export const INDEX_JOBS = {
  update: startIndexUpdate,
  rebuild: startIndexRebuild,
  verify: startIndexVerify,
} as const;

export function rollBackTo(generation: string): Promise<Job | null> {
  return useIndexJobs.getState().ask(() => activateGeneration(generation));
}

export function stopJob(id: string): Promise<Job | null> {
  return useIndexJobs.getState().ask(() => cancelJob(id));
}
