// @vitest-environment happy-dom
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { CommandProvider } from '@/lib/commands/command-context';
import { PointMenu } from './point-menu';

afterEach(cleanup);

function Row({ run }: { run: () => void }) {
  const [open, setOpen] = useState(false);
  return (
    <CommandProvider>
      <button type="button" onClick={() => setOpen(true)}>
        Row
      </button>
      {open ? (
        <PointMenu label="Row" x={1} y={1} items={[{ name: 'Pin', run }]} onClose={() => setOpen(false)} />
      ) : null}
    </CommandProvider>
  );
}

it('runs what is chosen, and gives the focus back to the row when it closes', async () => {
  const run = vi.fn();
  const user = userEvent.setup();
  render(<Row run={run} />);
  await user.click(screen.getByRole('button', { name: 'Row' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Pin' }));
  expect(run).toHaveBeenCalledOnce();
  await user.click(screen.getByRole('button', { name: 'Row', hidden: true }));
  await screen.findByRole('menu');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(document.activeElement?.textContent).toBe('Row');
});
