'use client';
import { type KeyboardEvent, useRef } from 'react';
import { Icon } from '@/components/icon';
import { EmptyState } from '@/components/state-message';
import type { SearchResult } from '@/lib/api/types';
import { relativeTime } from '@/lib/relative-time';
import { groupByDocument } from './groups';
import styles from './search.module.css';
import { SearchHit } from './search-hit';
import { useSearch } from './search-store';

export function SearchResults({ result, stale }: { result: SearchResult; stale: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const { opened, open, preliminary } = useSearch();
  return (
    <div className={styles.results} data-stale={stale || undefined}>
      {result.degraded ? <DegradedNotice reason={result.degraded.reason} part={result.degraded.part} /> : null}
      <p role="status" className="visually-hidden">
        {result.hits.length} passages for {result.query}
      </p>
      {result.hits.length === 0 ? (
        <EmptyState title="Nothing found">
          <p>Try fewer or other words, or another ranking. A document that is still pending is not searched yet.</p>
        </EmptyState>
      ) : (
        <ul
          ref={list}
          aria-label="Search results"
          className={styles.list}
          onKeyDown={(event) => moveFocus(event, list.current)}
        >
          {groupByDocument(result.hits).map(({ path, title, hits }) => (
            <li key={path} className={styles.group}>
              <div className={styles.document}>
                <span className={styles.title}>{title}</span>
                <span className={styles.path}>{path}</span>
              </div>
              <ul aria-label={title} className={styles.hits}>
                {hits.map((hit) => (
                  <SearchHit
                    key={hit.chunk_id}
                    hit={hit}
                    query={result.query}
                    current={hit.chunk_id === opened}
                    onOpen={() => open(hit)}
                  />
                ))}
              </ul>
            </li>
          ))}
        </ul>
      )}
      <TruthLabel result={result} preliminary={preliminary} />
    </div>
  );
}

function DegradedNotice({ part, reason }: { part: string; reason: string }) {
  return (
    <p className={styles.degraded} role="status">
      <Icon name="warning" />
      <span>
        Answered without the {part} part. {reason}
      </span>
    </p>
  );
}

const MODES: Readonly<Record<SearchResult['route']['mode'], string>> = {
  auto: 'auto',
  hybrid: 'keyword + meaning',
  keyword: 'keyword',
  vector: 'meaning',
};

/** Where the answer comes from: the last and quietest line. */
function TruthLabel({ result, preliminary }: { result: SearchResult; preliminary: boolean }) {
  const { mode, reason } = result.route;
  const age = result.indexed_at ? `indexed ${relativeTime(result.indexed_at, Date.now())}` : 'never indexed';
  return (
    <p className={styles.truth}>
      <span>{preliminary ? 'By keyword so far; meaning follows when you pause.' : `${MODES[mode]}: ${reason}`}</span>
      <span title={result.generation ? `generation ${result.generation}` : 'no generation'}>{age}</span>
    </p>
  );
}

function moveFocus(event: KeyboardEvent, list: HTMLElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!list || step === undefined) return;
  const hits = [...list.querySelectorAll('button')];
  const at = hits.indexOf(event.target as HTMLButtonElement);
  // Above the first hit is the question.
  if (at + step < 0) document.querySelector<HTMLElement>('#search-query')?.focus();
  hits[at + step]?.focus();
  event.preventDefault();
}
