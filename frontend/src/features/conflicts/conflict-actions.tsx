'use client';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import type { Conflict, OpenDocument } from '@/lib/documents/document-store';
import { keepEditing, overwriteDisk, takeDisk } from '@/lib/documents/save-document';

/** Every way out of a conflict. The one that changes nothing is the one that stands out. */
export function ConflictActions({ document }: { document: OpenDocument }) {
  const { path, text, save } = document;
  const saving = save.kind === 'saving';
  return (
    <>
      <Button kind="primary" onClick={() => keepEditing(path)}>
        Keep editing
      </Button>
      <Button disabled={saving} onClick={() => takeDisk(path)}>
        Take disk
      </Button>
      <Button disabled={saving} onClick={() => void overwriteDisk(path)}>
        Overwrite disk
      </Button>
      <CopyButton text={text} label="Copy mine" instead="select your text below." />
    </>
  );
}

export function explainConflict({ cause, again }: Conflict): string {
  if (again) return 'The document changed on disk once more. Nothing was written; compare again.';
  if (cause === 'draft')
    return 'Your unsaved changes were written on an older version of this document. Nothing is lost.';
  return 'The document changed on disk since you opened it. Nothing was written, and your text is still here.';
}
