'use client';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useId, useMemo, useRef } from 'react';
import { Button } from '@/components/button';
import panel from '@/components/side-panel.module.css';
import { EmptyState, FailedState, Skeleton } from '@/components/state-message';
import { documentsQuery } from '@/lib/api/queries';
import { useLayout } from '@/lib/layout-store';
import styles from './search.module.css';
import { SearchResults } from './search-results';
import { type SearchMode, useSearch } from './search-store';

/** Asks the whole corpus: words are found while they are typed, meaning as soon as the person pauses. */
export function SearchPanel() {
  return (
    <section aria-label="Search" className={panel.panel}>
      <h2 className={panel.heading}>Search</h2>
      <SearchForm />
      <SearchOutcome />
    </section>
  );
}

function SearchForm() {
  const { query, mode, pathPrefix, collection, ask, run } = useSearch();
  const collections = useCollections();
  const box = useFocusOnCall();
  const ids = { query: 'search-query', mode: useId(), prefix: useId(), collection: useId() };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <search>
      <form className={styles.form} onSubmit={onSubmit}>
        <div className={styles.queryRow}>
          <label htmlFor={ids.query} className="visually-hidden">
            Search the corpus
          </label>
          <input
            ref={box}
            className={panel.field}
            id={ids.query}
            type="search"
            value={query}
            placeholder="Search the corpus"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="search"
            onChange={(event) => ask({ query: event.target.value })}
            onKeyDown={toFirstHit}
          />
          <Button kind="primary" type="submit">
            Search
          </Button>
        </div>
        <div className={styles.optionRow}>
          <label htmlFor={ids.mode}>Ranking</label>
          <select
            className={panel.field}
            id={ids.mode}
            value={mode}
            onChange={(event) => ask({ mode: event.target.value as SearchMode })}
          >
            <option value="auto">Auto</option>
            <option value="hybrid">Both</option>
            <option value="keyword">Keyword</option>
            <option value="vector">Meaning</option>
          </select>
          <label htmlFor={ids.prefix}>in</label>
          <input
            id={ids.prefix}
            className={panel.field}
            value={pathPrefix}
            placeholder="all paths"
            aria-label="Only paths that start with"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => ask({ pathPrefix: event.target.value })}
          />
        </div>
        {collections.length > 1 ? (
          <div className={styles.optionRow}>
            <label htmlFor={ids.collection}>Collection</label>
            <select
              className={panel.field}
              id={ids.collection}
              value={collection}
              onChange={(event) => ask({ collection: event.target.value })}
            >
              <option value="">All</option>
              {collections.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        ) : null}
      </form>
    </search>
  );
}

function useCollections(): readonly string[] {
  const documents = useQuery(documentsQuery).data?.documents;
  return useMemo(() => [...new Set((documents ?? []).map(({ collection }) => collection))].sort(), [documents]);
}

function toFirstHit(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'ArrowDown') return;
  event.preventDefault();
  event.currentTarget.closest('section')?.querySelector<HTMLElement>('ul button')?.focus();
}

/** Ctrl+Shift+F may ask for the focus before this panel is there, so the call is counted, not sent. */
function useFocusOnCall() {
  const box = useRef<HTMLInputElement>(null);
  const calls = useLayout((state) => state.searchFocus);
  useEffect(() => {
    if (calls === 0) return;
    box.current?.focus();
    box.current?.select();
  }, [calls]);
  return box;
}

function SearchOutcome() {
  const { result, error, running, run } = useSearch();
  if (error) return <FailedState title="The search failed" error={error} onRetry={() => void run()} />;
  if (result) return <SearchResults result={result} stale={running} />;
  if (running) return <Skeleton label="Searching" />;
  return (
    <EmptyState title="Ask the corpus" icon="search">
      <p>
        Literal names such as <code>51820</code> or <code>nmcli</code> are found by keyword; questions such as “my VPN
        stopped routing traffic” by meaning.
      </p>
    </EmptyState>
  );
}
