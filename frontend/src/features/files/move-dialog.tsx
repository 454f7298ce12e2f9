'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import panel from '@/components/side-panel.module.css';
import { ApiError } from '@/lib/api/api-error';
import { planMove } from '@/lib/api/client';
import { refreshFiles } from '@/lib/api/queries';
import type { MovePlan } from '@/lib/api/types';
import { isDirty, useDocuments } from '@/lib/documents/document-store';
import { moveAsPlanned } from '@/lib/documents/file-actions';
import styles from './files.module.css';
import { Refusal } from './refusal';

/** A new path for a document, with every line that the move would rewrite in others, before anything is changed. */
export function MoveDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const [to, setTo] = useState(path);
  const [rewriting, setRewriting] = useState(true);
  const dirty = useDocuments((state) => isDirty(state.documents[path]));
  const plan = usePlan(path, to.trim());
  const move = useMove(onClose);
  const fieldId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan.data) move.run(plan.data, rewriting);
  };
  return (
    <Dialog wide title="Rename or move" description={path} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={fieldId}>New path</label>
        <input
          id={fieldId}
          className={panel.field}
          value={to}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTo(event.target.value)}
        />
        <Refusal error={dirty ? UNSAVED : (move.error ?? refusalOf(plan.error))} />
        {plan.data ? (
          <Changes plan={plan.data} rewriting={rewriting} onToggle={() => setRewriting(!rewriting)} />
        ) : null}
        {move.left.map((problem) => (
          <p key={problem} className={styles.refusal}>
            {problem}
          </p>
        ))}
        <div className={styles.actions}>
          <Button kind="primary" type="submit" disabled={!plan.data || dirty || move.busy}>
            Move
          </Button>
          <Button onClick={onClose}>{move.left.length > 0 ? 'Close' : 'Cancel'}</Button>
        </div>
      </form>
    </Dialog>
  );
}

const UNSAVED = new ApiError(0, 'unsaved', 'The document has unsaved changes.', 'Save or discard them first.');

function refusalOf(reason: unknown): ApiError | null {
  return reason ? ApiError.of(reason) : null;
}

function usePlan(path: string, to: string) {
  const wanted = useDeferredValue(to);
  return useQuery({
    queryKey: ['move', path, wanted],
    queryFn: () => planMove(path, wanted),
    enabled: wanted !== '' && wanted !== path,
    retry: false,
    staleTime: 0,
  });
}

/** Carries the plan out. A move that left links behind says which, and stays open for them to be read. */
function useMove(onDone: () => void) {
  const client = useQueryClient();
  const [error, setError] = useState<ApiError | null>(null);
  const [left, setLeft] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const run = (plan: MovePlan, rewriting: boolean) => {
    setBusy(true);
    moveAsPlanned(plan, rewriting)
      .then((failed) => (failed.length > 0 ? setLeft(failed) : onDone()))
      .catch((reason: unknown) => setError(ApiError.of(reason)))
      .finally(() => {
        setBusy(false);
        // A refusal is often a plan that is out of date: it is made anew.
        void client.invalidateQueries({ queryKey: ['move'] });
        refreshFiles(client);
      });
  };
  return { run, error, left, busy };
}

interface ChangesProps {
  readonly plan: MovePlan;
  readonly rewriting: boolean;
  onToggle(): void;
}

function Changes({ plan: { changes }, rewriting, onToggle }: ChangesProps) {
  const id = useId();
  if (changes.length === 0) return <p className={styles.quiet}>No link has to be rewritten.</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls has to take the focus for the arrow keys. */}
      <ul className={styles.changes} aria-label="Links that would be rewritten" tabIndex={0}>
        {changes.map(({ path, line, before, after }) => (
          <li key={`${path}:${line}`}>
            <span className={styles.quiet}>
              {path}:{line}
            </span>
            <del>{before}</del>
            <ins>{after}</ins>
          </li>
        ))}
      </ul>
      <label className={styles.check} htmlFor={id}>
        <input id={id} type="checkbox" checked={rewriting} onChange={onToggle} />
        Rewrite these links
      </label>
    </>
  );
}
