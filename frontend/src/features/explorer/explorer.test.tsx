// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { documentsQuery } from '@/lib/api/queries';
import type { DocumentEntry } from '@/lib/api/types';
import { CommandProvider } from '@/lib/commands/command-context';
import { useDocuments } from '@/lib/documents/document-store';
import { Explorer } from './explorer';
import { filterEntries, foldersAbove, toTreeItems } from './tree-nodes';

function entry(path: string, fields: Partial<DocumentEntry> = {}): DocumentEntry {
  const kept = {
    collection: 'default',
    title: path,
    size_bytes: 1,
    modified_at: '',
    state: 'indexed' as const,
    editable: true,
  };
  return { path, ...kept, ...fields };
}

const corpus = [
  entry('vpn/wireguard.md'),
  entry('dns.md', { title: 'Resolver notes', state: 'failed', editable: false }),
];

function show(documents: readonly DocumentEntry[]) {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } },
  });
  client.setQueryData(documentsQuery.queryKey, { documents: [...documents] });
  render(
    <QueryClientProvider client={client}>
      <CommandProvider>
        <Explorer />
      </CommandProvider>
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  useDocuments.setState({ documents: {}, order: [], active: null });
  // Opening a document asks for its text; no test goes near a network.
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  // happy-dom lays nothing out: without a height the virtual list would draw no row.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the explorer', () => {
  it('is a navigation with a tree, folders first, each row at its level', () => {
    show(corpus);
    expect(screen.getByRole('navigation', { name: 'Explorer' })).toBeTruthy();
    expect(screen.getByRole('tree')).toBeTruthy();
    const rows = screen.getAllByRole('treeitem');
    expect(rows.map((row) => [row.getAttribute('aria-label'), row.getAttribute('aria-level')])).toEqual([
      ['vpn', '1'],
      ['wireguard.md', '2'],
      ['dns.md, failed, read-only', '1'],
    ]);
  });

  it('opens a document on a click', async () => {
    show(corpus);
    await userEvent.click(screen.getByRole('treeitem', { name: 'wireguard.md' }));
    expect(useDocuments.getState().active).toBe('vpn/wireguard.md');
  });

  it('closes and opens a folder', async () => {
    show(corpus);
    await userEvent.click(screen.getByRole('treeitem', { name: 'vpn' }));
    expect(screen.queryByRole('treeitem', { name: 'wireguard.md' })).toBeNull();
  });

  it('filters by path and title', async () => {
    show(corpus);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Filter documents' }), 'resolver');
    expect(await screen.findByRole('treeitem', { name: /dns\.md/ })).toBeTruthy();
    expect(screen.queryByRole('treeitem', { name: 'wireguard.md' })).toBeNull();
  });

  it('tells an empty corpus what to do next', () => {
    show([]);
    expect(screen.getByText('No documents yet')).toBeTruthy();
  });
});

describe('the tree of paths', () => {
  it('keeps a folder and a document of the same name apart', () => {
    const items = toTreeItems([entry('vpn'), entry('vpn/a.md')]);
    expect(items.get('/')?.children).toEqual(['vpn/', 'vpn']);
  });

  it('sorts numbers as people count', () => {
    const items = toTreeItems(['10.md', '9.md', 'b/x.md'].map((path) => entry(path)));
    expect(items.get('/')?.children).toEqual(['b/', '9.md', '10.md']);
  });

  it('knows every folder above a document', () => {
    expect(foldersAbove('a/b/c.md')).toEqual(['a/', 'a/b/']);
  });

  it('matches a filter word by word', () => {
    expect(filterEntries(corpus, 'notes dns').map(({ path }) => path)).toEqual(['dns.md']);
  });
});
