'use client';
import { useMemo } from 'react';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { useDocuments } from '@/lib/documents/document-store';
import { useReading } from './reading-store';

/** Draws nothing: brings what a reader can do with the whole document. */
export function PreviewCommands() {
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'preview.untick',
        title: 'Clear the ticks of this document',
        category: 'Preview',
        when: () => useReading.getState().ticked.size > 0,
        run: () => useReading.getState().untickAll(useDocuments.getState().active ?? ''),
      },
      {
        id: 'preview.hideValues',
        title: 'Hide all values again',
        category: 'Preview',
        when: () => useReading.getState().revealed.size > 0,
        run: () => useReading.getState().hideAll(),
      },
    ],
    [],
  );
  useCommands(commands);
  return null;
}
