// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type PickMode, QuickPick } from './quick-pick';

const names = ['dns.md', 'vpn.md', 'web.md'];

function show(initial = '') {
  const ran = vi.fn();
  const onClose = vi.fn();
  const items = (query: string) =>
    names.filter((name) => name.includes(query)).map((name) => ({ id: name, label: name, run: () => ran(name) }));
  const documents: PickMode = {
    prefix: '',
    name: 'Quick open',
    placeholder: 'Open',
    nothing: 'Nothing',
    items,
    firstRow: 1,
  };
  const commands: PickMode = { ...documents, prefix: '>', name: 'Command palette', placeholder: 'Run' };
  render(<QuickPick initial={initial} modes={[commands, documents]} onClose={onClose} />);
  return { ran, onClose, box: screen.getByRole('combobox') };
}

const chosen = () => screen.getByRole('option', { selected: true }).textContent;

afterEach(cleanup);

describe('the quick pick', () => {
  it('takes the focus and names the row that Enter would take', () => {
    const { box } = show();
    expect(document.activeElement).toBe(box);
    expect(chosen()).toBe('vpn.md');
    expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  });

  it('chooses the best row once something is typed', async () => {
    const { box } = show();
    await userEvent.type(box, 'web');
    expect(chosen()).toBe('web.md');
  });

  it('moves with the arrows and wraps around', async () => {
    show();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(chosen()).toBe('dns.md');
  });

  it('closes before it runs, so that what runs may take the focus', async () => {
    const { ran, onClose } = show();
    await userEvent.keyboard('{Enter}');
    expect(ran).toHaveBeenCalledWith('vpn.md');
    expect(onClose.mock.invocationCallOrder[0]).toBeLessThan(ran.mock.invocationCallOrder[0] ?? 0);
  });

  it('turns into the palette with its prefix, and says when nothing matches', async () => {
    const { box } = show('>');
    expect(screen.getByRole('dialog', { name: 'Command palette' })).toBeTruthy();
    await userEvent.type(box, 'zzz');
    expect(screen.getByRole('status').textContent).toBe('Nothing');
  });

  it('closes on Escape', async () => {
    const { onClose } = show();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalled();
  });
});
