'use client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import panel from '@/components/side-panel.module.css';
import { ApiError } from '@/lib/api/api-error';
import { refreshFiles } from '@/lib/api/queries';
import { createAndOpen, type FileQuestion, restoreAndOpen, useFileActions } from '@/lib/documents/file-actions';
import styles from './files.module.css';
import { MoveDialog } from './move-dialog';
import { Refusal } from './refusal';

/** Where a document's place is asked for. */
export function FileDialogs() {
  const question = useFileActions((state) => state.question);
  if (!question) return null;
  return question.kind === 'move' ? (
    <MoveDialog key={question.path} path={question.path} onClose={close} />
  ) : (
    <PlaceDialog question={question} onClose={close} />
  );
}

function close(): void {
  useFileActions.getState().ask(null);
}

type PlaceQuestion = Exclude<FileQuestion, { kind: 'move' }>;

function PlaceDialog({ question, onClose }: { question: PlaceQuestion; onClose: () => void }) {
  const client = useQueryClient();
  const isNew = question.kind === 'new';
  const act = async (path: string) => {
    if (isNew) await createAndOpen(path);
    else await restoreAndOpen(question.id, question.path, path);
    refreshFiles(client);
  };
  return (
    <PathForm
      title={isNew ? 'New document' : 'Restore as'}
      description={
        isNew
          ? 'A path beneath the documents’ folder; folders are made as needed.'
          : 'Another document stands at its place by now.'
      }
      action={isNew ? 'Create' : 'Restore'}
      initial={isNew ? `${question.folder}.md` : question.path.replace(/(\.[^./]+)?$/, '-restored$1')}
      caret={isNew ? question.folder.length : null}
      act={act}
      onClose={onClose}
    />
  );
}

interface PathFormProps {
  readonly title: string;
  readonly description: string;
  readonly action: string;
  readonly initial: string;
  readonly caret: number | null;
  act(path: string): Promise<void>;
  onClose(): void;
}

/** A path, and what is done with it. What is refused stays in the box with its reason. */
function PathForm({ title, description, action, initial, caret, act, onClose }: PathFormProps) {
  const [path, setPath] = useState(initial);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const fieldId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    act(path.trim())
      .then(onClose)
      .catch((reason: unknown) => setError(ApiError.of(reason)))
      .finally(() => setBusy(false));
  };
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <label htmlFor={fieldId}>Path</label>
        <input
          id={fieldId}
          className={panel.field}
          value={path}
          spellCheck={false}
          autoComplete="off"
          ref={(field) => placeCaret(field, caret)}
          onChange={(event) => setPath(event.target.value)}
        />
        <Refusal error={error} />
        <div className={styles.actions}>
          <Button kind="primary" type="submit" disabled={busy || path.trim() === ''}>
            {action}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Once, when the field appears: the name goes before the suffix. */
function placeCaret(field: HTMLInputElement | null, caret: number | null): void {
  if (!field || caret === null || field.dataset.placed) return;
  field.dataset.placed = 'yes';
  requestAnimationFrame(() => field.setSelectionRange(caret, caret));
}
