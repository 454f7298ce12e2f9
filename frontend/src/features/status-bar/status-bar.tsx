'use client';
import { useQuery } from '@tanstack/react-query';
import { Icon, type IconName } from '@/components/icon';
import { indexQuery, isRunning, jobsQuery } from '@/lib/api/queries';
import type { IndexStatus, Job } from '@/lib/api/types';
import { useCommandRegistry } from '@/lib/commands/command-context';
import { activeDocument, isDirty, type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { useLayout } from '@/lib/layout-store';
import { relativeTime } from '@/lib/relative-time';
import styles from './status-bar.module.css';

/** The truth about index and document, always in sight. Only states are announced, not every move of the cursor. */
export function StatusBar() {
  const document = useDocuments(activeDocument);
  return (
    <footer role="contentinfo" aria-label="Status bar" className={styles.bar} data-region="status-bar">
      <div role="status" aria-label="Status bar" className={styles.states}>
        <IndexStates />
        <SaveItem document={document} />
      </div>
      {document ? <Cursor /> : null}
    </footer>
  );
}

function IndexStates() {
  const index = useQuery(indexQuery);
  const registry = useCommandRegistry();
  const running = useQuery(jobsQuery).data?.jobs.find(isRunning);
  if (index.error) return <Item icon="error" tone="error" text="Index state unknown" />;
  if (!index.data) return <Item icon="loading" text="Index" />;
  const { icon, tone, text } = running ? describeJob(running) : describe(index.data);
  return (
    <>
      <button
        type="button"
        className={styles.item}
        data-tone={tone}
        title={detail(index.data)}
        onClick={() => registry.run('view.index')}
      >
        <Icon name={icon} size={14} /> {text}
      </button>
      {index.data.indexed_at ? (
        <span className={styles.item} aria-live="off" title={`generation ${index.data.generation ?? 'none'}`}>
          indexed {relativeTime(index.data.indexed_at, index.dataUpdatedAt)}
        </span>
      ) : null}
      <span className={`${styles.item} ${styles.wideOnly}`}>{index.data.embedder}</span>
      <JobFailure />
      {index.data.problems.length > 0 ? (
        <Item
          icon="warning"
          tone="warning"
          text={count(index.data.problems.length, 'problem')}
          title={problemList(index.data)}
        />
      ) : null}
    </>
  );
}

/** The last job has failed; the word stays until another one has run. */
function JobFailure() {
  const last = useQuery(jobsQuery).data?.jobs[0];
  if (last?.state !== 'failed') return null;
  return <Item icon="error" tone="error" text={`Index ${last.kind} failed`} title={last.error ?? ''} />;
}

interface Described {
  readonly icon: IconName;
  readonly tone: 'plain' | 'warning';
  readonly text: string;
}

function describeJob({ progress: { done, total } }: Job): Described {
  return {
    icon: 'sync',
    tone: 'plain',
    text: total > 0 ? `Indexing ${Math.floor((100 * done) / total)} %` : 'Indexing',
  };
}

function describe({ state, pending }: IndexStatus): Described {
  switch (state) {
    case 'ready':
      return { icon: 'pass', tone: 'plain', text: 'Index fresh' };
    case 'behind':
      return { icon: 'history', tone: 'warning', text: `${count(pending, 'document')} behind` };
    case 'building':
      return { icon: 'sync', tone: 'plain', text: pending > 0 ? `Indexing, ${pending} to go` : 'Indexing' };
    case 'degraded':
      return { icon: 'warning', tone: 'warning', text: 'Index degraded' };
    default:
      return { icon: 'circle-slash', tone: 'warning', text: 'Index empty' };
  }
}

function detail({ documents, chunks, redactions, base }: IndexStatus): string {
  const parts = [count(documents, 'document'), count(chunks, 'chunk'), count(redactions, 'redaction')];
  return `${parts.join(', ')}; base ${base}. Click for all about the index.`;
}

function problemList({ problems }: IndexStatus): string {
  return problems.map(({ path, reason }) => `${path}: ${reason}`).join('\n');
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function SaveItem({ document }: { document: OpenDocument | undefined }) {
  if (document?.phase !== 'ready') return null;
  const { icon, tone, text } = describeSave(document);
  return (
    <span className={`${styles.item} ${styles.save}`} data-tone={tone}>
      <Icon name={icon} size={14} /> {text}
    </span>
  );
}

interface DescribedSave {
  readonly icon: IconName;
  readonly tone: 'plain' | 'warning' | 'error';
  readonly text: string;
}

function describeSave(document: OpenDocument): DescribedSave {
  const { save, conflict, editable } = document;
  if (save.kind === 'saving') return { icon: 'sync', tone: 'plain', text: 'Saving' };
  if (save.kind === 'not_saved') return { icon: 'error', tone: 'error', text: 'Not saved' };
  if (conflict) return { icon: 'warning', tone: 'warning', text: 'Changed on disk' };
  if (isDirty(document)) return { icon: 'circle-filled', tone: 'plain', text: 'Unsaved changes' };
  if (save.kind === 'index_failed') return { icon: 'warning', tone: 'warning', text: 'Saved, index failed' };
  if (save.kind === 'indexed') return { icon: 'check', tone: 'plain', text: 'Saved and indexed' };
  return editable
    ? { icon: 'check', tone: 'plain', text: 'Saved' }
    : { icon: 'lock', tone: 'plain', text: 'Read-only' };
}

function Cursor() {
  const cursor = useLayout((state) => state.cursor);
  const registry = useCommandRegistry();
  if (!cursor) return null;
  return (
    <button type="button" className={styles.item} title="Go to line" onClick={() => registry.run('document.goToLine')}>
      Ln {cursor.line}, Col {cursor.column}
    </button>
  );
}

function Item({ icon, tone = 'plain', text, title }: { icon: IconName; tone?: string; text: string; title?: string }) {
  return (
    <span className={styles.item} data-tone={tone} {...(title ? { title } : {})}>
      <Icon name={icon} size={14} /> {text}
    </span>
  );
}
