// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/lib/api/api-error';
import type { Passage, SearchResult } from '@/lib/api/types';
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

function show(fields: Partial<ReturnType<typeof useSearch.getState>>) {
  useSearch.setState(fields);
  render(<SearchPanel />);
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
    for (const part of ['WireGuard', 'Ports', 'vpn/wireguard.md:12–14', 'both', 'changed since indexed']) {
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

  it('asks when the question is finished, not at every key', async () => {
    show({});
    const box = screen.getByRole('searchbox', { name: 'Search the corpus' });
    await userEvent.type(box, 'dns');
    expect(useSearch.getState().running).toBe(false);
    await userEvent.type(box, '{Enter}');
    expect(useSearch.getState().running).toBe(true);
  });
});
