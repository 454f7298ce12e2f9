'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Button } from '@/components/button';
import { EmptyState, FailedState, Skeleton } from '@/components/state-message';
import { ApiError } from '@/lib/api/api-error';
import { chunksQuery } from '@/lib/api/queries';
import type { ShownChunk } from '@/lib/api/types';
import { isDirty, type OpenDocument } from '@/lib/documents/document-store';
import { goToLine } from '@/lib/documents/go-to-line';
import { useLayout } from '@/lib/layout-store';
import { type ChunkRow, partsOf, rowsOf } from './chunk-rows';
import styles from './chunks.module.css';

/** The document as the index sees it: every chunk beside the lines it is made of. */
export function ChunksView({ document }: { document: OpenDocument }) {
  const { path, base } = document;
  const chunks = useQuery(chunksQuery(path, base.hash));
  return (
    <section aria-label="As the index sees it" className={styles.view} data-region="document">
      <header className={styles.header}>
        <h2>As the index sees it</h2>
        <Button icon="close" onClick={showText}>
          Back to the document
        </Button>
      </header>
      {isDirty(document) ? (
        <p className={styles.note}>Unsaved changes are not in it: this is the text on disk.</p>
      ) : null}
      {chunks.data ? (
        <Rows path={path} text={base.text} chunks={chunks.data.chunks} />
      ) : chunks.error ? (
        <FailedState
          title="The chunks could not be asked for"
          error={ApiError.of(chunks.error)}
          onRetry={() => void chunks.refetch()}
        />
      ) : (
        <Skeleton label="Loading the chunks" />
      )}
    </section>
  );
}

function showText(): void {
  useLayout.getState().set({ documentView: 'text' });
}

function Rows({ path, text, chunks }: { path: string; text: string; chunks: readonly ShownChunk[] }) {
  const rows = useMemo(() => rowsOf(text, chunks), [text, chunks]);
  if (chunks.length === 0)
    return (
      <EmptyState title="Nothing is indexed of it" icon="database">
        <p>A document without text makes no chunk, and no search finds it.</p>
      </EmptyState>
    );
  const tokens = chunks.reduce((sum, chunk) => sum + chunk.tokens, 0);
  return (
    <div className={styles.scroller}>
      <p className={styles.note}>
        {chunks.length === 1 ? '1 chunk' : `${chunks.length} chunks`}, {tokens} tokens. Each is found, ranked and quoted
        by itself.
      </p>
      <ol className={styles.rows} aria-label="Chunks">
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one long line differ in nothing but their place.
          <Row key={at} path={path} row={row} />
        ))}
      </ol>
    </div>
  );
}

function Row({ path, row: { from, to, lines, chunk } }: { path: string; row: ChunkRow }) {
  return (
    <li className={styles.row}>
      <pre className={styles.source} data-out={chunk === null || undefined}>
        {numbered(lines, from).map(({ number, line }) => (
          <span key={number} className={styles.line} data-number={number}>
            {line}
            {'\n'}
          </span>
        ))}
      </pre>
      <div className={styles.chunk}>
        <button type="button" className={styles.place} onClick={() => goToLine(path, { from, to })}>
          {from === to ? `line ${from}` : `lines ${from}–${to}`}
        </button>
        {chunk ? (
          <Chunk chunk={chunk} />
        ) : (
          <p className={styles.quiet}>In no chunk: search does not see these lines.</p>
        )}
      </div>
    </li>
  );
}

function numbered(lines: readonly string[], from: number) {
  return lines.map((line, at) => ({ number: from + at, line }));
}

function Chunk({ chunk: { heading_path, tokens, text, above, below } }: { chunk: ShownChunk }) {
  return (
    <>
      <p className={styles.headings}>
        {heading_path.length > 0 ? heading_path.join(' › ') : 'Under no heading'}
        <span className={styles.quiet}>{tokens} tokens</span>
      </p>
      <pre className={styles.text}>
        {above === null ? null : <Repeated text={above} />}
        <Redacted text={text} />
        {below === null ? null : <Repeated text={below} />}
      </pre>
    </>
  );
}

/** Lines from elsewhere in the document, without which the chunk could not be read. */
function Repeated({ text }: { text: string }) {
  return (
    <span className={styles.repeated} title="Repeated from elsewhere in the document">
      <Redacted text={text} />
      {'\n'}
    </span>
  );
}

function Redacted({ text }: { text: string }) {
  return partsOf(text).map(({ text: part, redacted }, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts are the text cut in order; they have no other name.
    redacted ? <mark key={at}>{part}</mark> : part,
  );
}
