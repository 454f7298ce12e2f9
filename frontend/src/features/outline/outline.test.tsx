// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandProvider } from '@/lib/commands/command-context';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { useLayout } from '@/lib/layout-store';
import { Breadcrumbs } from './breadcrumbs';
import { Outline } from './outline';

const text = '# VPN\n\n## Keys\n\n## Peers\n';

beforeEach(() => {
  useDocuments.setState({ documents: {}, order: [], active: null });
  useDocuments.getState().open('vpn/wireguard.md');
  useDocuments.getState().patch('vpn/wireguard.md', { phase: 'ready', text, base: { text, hash: 'h' } });
  useLayout.setState({ cursor: { line: 4, column: 1 } });
});
afterEach(cleanup);

describe('the outline', () => {
  it('lists the headings, marks the one above the cursor and leads to each', async () => {
    render(<Outline />);
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['VPN', 'Keys', 'Peers']);
    expect(screen.getByRole('button', { current: true }).textContent).toBe('Keys');
    await userEvent.click(screen.getByRole('button', { name: 'Peers' }));
    expect(activeDocument(useDocuments.getState())?.lines).toEqual({ from: 5, to: 5 });
  });

  it('says what to do when nothing is open', () => {
    useDocuments.setState({ documents: {}, order: [], active: null });
    render(<Outline />);
    expect(screen.getByText('No document is open')).toBeTruthy();
  });
});

describe('the breadcrumbs', () => {
  it('name folders, document and the headings above the cursor', () => {
    render(
      <CommandProvider>
        <Breadcrumbs path="vpn/wireguard.md" />
      </CommandProvider>,
    );
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'vpn',
      'wireguard.md',
      'VPN',
      'Keys',
    ]);
  });
});
