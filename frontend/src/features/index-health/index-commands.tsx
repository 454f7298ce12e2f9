'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { jobsQuery } from '@/lib/api/queries';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { INDEX_JOBS, useIndexJobs } from '@/lib/index-jobs';

const TITLES: Readonly<Record<keyof typeof INDEX_JOBS, string>> = {
  update: 'Update',
  rebuild: 'Rebuild',
  verify: 'Prove that it equals the documents',
};

/** Draws nothing: brings the commands of the index. */
export function IndexCommands() {
  const client = useQueryClient();
  const commands = useMemo<readonly Command[]>(() => {
    const start = async (kind: keyof typeof INDEX_JOBS) => {
      await useIndexJobs.getState().ask(INDEX_JOBS[kind]);
      await client.invalidateQueries({ queryKey: jobsQuery.queryKey });
    };
    const kinds = Object.keys(TITLES) as (keyof typeof INDEX_JOBS)[];
    return kinds.map((kind) => ({
      id: `index.${kind}`,
      title: TITLES[kind],
      category: 'Index',
      run: () => start(kind),
    }));
  }, [client]);
  useCommands(commands);
  return null;
}
