'use client';
import { useState } from 'react';
import { Button } from '@/components/button';
import { Notice } from '@/components/notice';
import { type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import type { Draft } from '@/lib/documents/drafts';
import { isLarge, megabytes } from '@/lib/documents/large';
import { discardDraft, switchDraft } from '@/lib/documents/open-document';
import { retryIndexing, saveDocument, takeDisk } from '@/lib/documents/save-document';
import { IDLE, type SaveState } from '@/lib/documents/save-state';
import { useLayout } from '@/lib/layout-store';
import { relativeTime } from '@/lib/relative-time';

/** What stands between this text and the disk or the index. Each stays until it is dealt with. */
export function SaveNotices({ document }: { document: OpenDocument }) {
  return (
    <>
      <ReadOnly document={document} />
      <SaveFailure path={document.path} save={document.save} />
      <ConflictWaiting document={document} />
      <DraftRestored document={document} />
      <OtherDrafts document={document} />
      <LargeText text={document.text} />
    </>
  );
}

/** A person may read all of it and still not write it: its format, or its encoding, is only read. */
function ReadOnly({ document: { path, phase, editable, redacted } }: { document: OpenDocument }) {
  if (phase !== 'ready' || editable || redacted) return null;
  return (
    <Notice tone="info">
      <strong>Read-only.</strong> {whyReadOnly(path)}
    </Notice>
  );
}

function whyReadOnly(path: string): string {
  const format = path.split('.').at(-1) ?? '';
  return ['md', 'txt'].includes(format)
    ? 'The file is not UTF-8, in which alone files are written. Convert it to edit it here.'
    : `This is the text of a ${format.toUpperCase()} file. Change it in the program it comes from and put the new file in its place.`;
}

function SaveFailure({ path, save }: { path: string; save: SaveState }) {
  if (save.kind === 'index_failed') {
    const retry = (
      <Button icon="refresh" disabled={save.retrying} onClick={() => void retryIndexing(path)}>
        {save.retrying ? 'Indexing' : 'Retry indexing'}
      </Button>
    );
    return (
      <Notice tone="warning" actions={retry}>
        <strong>Saved, but not indexed.</strong> {save.reason} The document is safe on disk; search still answers from
        its older text.
      </Notice>
    );
  }
  if (save.kind !== 'not_saved') return null;
  return (
    <Notice tone="error" actions={<NotSavedActions path={path} />}>
      <strong>Not saved.</strong> {save.error.message} {save.error.hint} Your text is kept in this browser.
    </Notice>
  );
}

function NotSavedActions({ path }: { path: string }) {
  return (
    <>
      <Button icon="save" onClick={() => void saveDocument(path)}>
        Save again
      </Button>
      <Button onClick={() => useDocuments.getState().patch(path, { save: IDLE })}>Dismiss</Button>
    </>
  );
}

function ConflictWaiting({ document: { path, conflict } }: { document: OpenDocument }) {
  if (!conflict || conflict.comparing || conflict.noted) return null;
  const { patch } = useDocuments.getState();
  return (
    <Notice
      tone="warning"
      actions={
        <>
          <Button
            kind="primary"
            icon="diff"
            onClick={() => patch(path, { conflict: { ...conflict, comparing: true } })}
          >
            Compare
          </Button>
          <Button onClick={() => takeDisk(path)}>Reload</Button>
          <Button onClick={() => patch(path, { conflict: { ...conflict, noted: true } })}>Keep mine</Button>
        </>
      }
    >
      {conflict.cause === 'draft'
        ? 'Unsaved changes from an earlier visit were put back, but the document has changed on disk since.'
        : 'The document has changed on disk. Reload takes that text; with yours kept, saving asks again.'}
    </Notice>
  );
}

function DraftRestored({ document: { path, restored } }: { document: OpenDocument }) {
  if (!restored) return null;
  return (
    <Notice
      tone="info"
      actions={
        <>
          <Button icon="diff" onClick={() => useLayout.getState().set({ documentView: 'changes' })}>
            Compare
          </Button>
          <Button onClick={() => useDocuments.getState().patch(path, { restored: false })}>Keep</Button>
          <Button onClick={() => takeDisk(path)}>Discard</Button>
        </>
      }
    >
      Unsaved changes from an earlier visit were put back.
    </Notice>
  );
}

/** Two tabs wrote on one document and both are gone: one text is shown, and none is lost. */
function OtherDrafts({ document: { path, otherDrafts } }: { document: OpenDocument }) {
  return otherDrafts.map((draft) => (
    <Notice key={draft.tab} tone="info" actions={<OtherDraftActions path={path} draft={draft} />}>
      Another tab left unsaved changes of this document too, written{' '}
      {relativeTime(new Date(draft.writtenAt).toISOString(), Date.now())}.
    </Notice>
  ));
}

function OtherDraftActions({ path, draft }: { path: string; draft: Draft }) {
  return (
    <>
      <Button icon="sync" onClick={() => void switchDraft(path, draft)}>
        Show them instead
      </Button>
      <Button onClick={() => void discardDraft(path, draft)}>Discard them</Button>
    </>
  );
}

/** What is missing here is missing on purpose. */
function LargeText({ text }: { text: string }) {
  const [noted, setNoted] = useState(false);
  if (!isLarge(text) || noted) return null;
  return (
    <Notice tone="info" actions={<Button onClick={() => setNoted(true)}>Dismiss</Button>}>
      This document is large ({megabytes(text)}): colours, wrapping, folds, outline and live preview are off, so that
      typing stays quick. It is edited, searched and saved like any other.
    </Notice>
  );
}
