'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { documentsQuery, indexQuery } from '@/lib/api/queries';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { useIndexJob } from './index-job-store';

/** Draws nothing: brings the commands of the index, and has its state read anew when a job begins and ends. */
export function IndexCommands() {
  const client = useQueryClient();
  const commands = useMemo<readonly Command[]>(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: indexQuery.queryKey });
      void client.invalidateQueries({ queryKey: documentsQuery.queryKey });
    };
    const { start } = useIndexJob.getState();
    return [
      { id: 'index.update', title: 'Update', category: 'Index', run: () => start('update', refresh) },
      { id: 'index.rebuild', title: 'Rebuild', category: 'Index', run: () => start('rebuild', refresh) },
    ];
  }, [client]);
  useCommands(commands);
  return null;
}
