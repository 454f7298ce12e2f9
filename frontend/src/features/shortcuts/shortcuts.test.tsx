// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { CommandProvider, useCommands } from '@/lib/commands/command-context';
import { Shortcuts } from './shortcuts';

const COMMANDS = [
  { id: 'document.save', title: 'Save', category: 'Document', keys: ['mod+s'], run: () => undefined },
  { id: 'document.never', title: 'Without a key', category: 'Document', run: () => undefined },
];

function Commands() {
  useCommands(COMMANDS);
  return null;
}

afterEach(cleanup);

describe('the shortcut sheet', () => {
  it('lists every command with a key, and opens and closes by its own', async () => {
    render(
      <CommandProvider>
        <Commands />
        <Shortcuts />
      </CommandProvider>,
    );
    await userEvent.keyboard('{Control>}/{/Control}');
    const sheet = screen.getByRole('dialog', { name: 'Shortcuts' });
    expect(sheet.textContent).toContain('SaveCtrl+S');
    expect(sheet.textContent).toContain('Show all shortcutsCtrl+/');
    expect(sheet.textContent).not.toContain('Without a key');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
