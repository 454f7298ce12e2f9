// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/api-error';
import { documentsQuery } from '@/lib/api/queries';
import type { DocumentEntry, Passage, SearchResult } from '@/lib/api/types';
import { SearchPanel } from './search-panel';
import { useSearch } from './search-store';

const hit: Passage = {
  chunk_id: 'c1',
  collection: 'default',
  path: 'vpn/wireguard.md',
  title: 'WireGuard',
  heading_path: ['WireGuard', 'Ports'],
  line_from: 12,
  line_to: 14,
  page: null,
  quote: 'Open port 51820.',
  score: 0.03,
  contributions: [
    { ranker: 'keyword', rank: 1, score: 9, share: 0.016 },
    { ranker: 'vector', rank: 2, score: 0.7, share: 0.016 },
  ],
  url: '',
  content_hash: 'h',
  changed_since_indexed: true,
};

const answer: SearchResult = {
  query: 'port 51820',
  route: { mode: 'hybrid', reason: 'Words and a number.' },
  degraded: null,
  generation: 'g',
  indexed_at: new Date().toISOString(),
  hits: [hit],
};

function show(fields: Partial<ReturnType<typeof useSearch.getState>>, client = new QueryClient()) {
  useSearch.setState(fields);
  render(
    <QueryClientProvider client={client}>
      <SearchPanel />
    </QueryClientProvider>,
  );
}

beforeEach(() => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  useSearch.setState({ query: '', result: null, error: null, running: false, opened: null });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('the search panel', () => {
  it('lists passages with title, heading path, marked quote, place and how they were found', () => {
    show({ result: answer });
    const row = screen.getByRole('list', { name: 'Search results' }).textContent;
    for (const part of ['WireGuard', 'Ports', 'vpn/wireguard.md', 'lines 12–14', 'both', 'changed since indexed']) {
      expect(row).toContain(part);
    }
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['port', '51820']);
  });

  it('says when an answer is degraded, and why', () => {
    show({ result: { ...answer, degraded: { part: 'vector', reason: 'The embedder is down.' } } });
    expect(screen.getByText(/Answered without the vector part. The embedder is down./)).toBeTruthy();
  });

  it('says what to try when nothing is found', () => {
    show({ result: { ...answer, hits: [] } });
    expect(screen.getByText('Nothing found')).toBeTruthy();
  });

  it('keeps a failure in sight with a way to try again', () => {
    show({ error: ApiError.offline() });
    expect(screen.getByRole('alert').textContent).toContain('The search failed');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('asks for words while they are typed, and for meaning after a pause', async () => {
    vi.useFakeTimers();
    const modes: string[] = [];
    vi.stubGlobal('fetch', async (request: Request) => {
      modes.push(((await request.json()) as { mode: string }).mode);
      return Response.json(answer);
    });
    show({});
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search the corpus' }), { target: { value: 'dns' } });
    await vi.advanceTimersByTimeAsync(200);
    expect([modes, useSearch.getState().preliminary]).toEqual([['keyword'], true]);
    await vi.advanceTimersByTimeAsync(400);
    expect([modes, useSearch.getState().preliminary]).toEqual([['keyword', 'auto'], false]);
    vi.useRealTimers();
  });

  it('walks from the question into the hits and back by arrow keys', async () => {
    show({ result: answer });
    screen.getByRole('searchbox').focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toContain('51820');
    await userEvent.keyboard('{ArrowUp}');
    expect(document.activeElement?.id).toBe('search-query');
  });

  it('offers the collections where there is a choice', () => {
    const client = new QueryClient();
    client.setQueryData(documentsQuery.queryKey, {
      documents: ['team', 'public'].map((collection) => ({ collection }) as DocumentEntry),
    });
    show({}, client);
    expect(screen.getByRole('combobox', { name: 'Collection' }).textContent).toBe('Allpublicteam');
  });
});
