'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { refreshFiles } from '@/lib/api/queries';
import { useCommands } from '@/lib/commands/command-context';
import type { Command } from '@/lib/commands/registry';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { moveToTrash, useFileActions } from '@/lib/documents/file-actions';

const active = () => activeDocument(useDocuments.getState());
const isEditable = () => active()?.editable === true;

/** Draws nothing: brings what can be done with documents as files. */
export function FileCommands() {
  const client = useQueryClient();
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: 'file.new',
        title: 'New document',
        category: 'File',
        keys: ['alt+n'],
        run: () => useFileActions.getState().ask({ kind: 'new', folder: folderOf(active()?.path ?? '') }),
      },
      {
        id: 'file.move',
        title: 'Rename or move',
        category: 'File',
        keys: ['f2'],
        when: isEditable,
        run: () => useFileActions.getState().ask({ kind: 'move', path: active()?.path ?? '' }),
      },
      {
        id: 'file.delete',
        title: 'Move to trash',
        category: 'File',
        when: isEditable,
        run: () => moveToTrash(active()?.path ?? '').finally(() => refreshFiles(client)),
      },
    ],
    [client],
  );
  useCommands(commands);
  return null;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
