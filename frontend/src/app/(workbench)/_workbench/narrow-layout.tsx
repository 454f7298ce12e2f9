'use client';
import type { ReactNode } from 'react';
import { Button, CommandButton } from '@/components/button';
import { Icon, type IconName } from '@/components/icon';
import { Mark } from '@/components/mark';
import { FailedState, Skeleton } from '@/components/state-message';
import { Explorer } from '@/features/explorer/explorer';
import { Trash } from '@/features/files/trash';
import { Outline } from '@/features/outline/outline';
import { Preview } from '@/features/preview/preview';
import { SaveNotices } from '@/features/save/save-notices';
import { SearchPanel } from '@/features/search/search-panel';
import { StatusBar } from '@/features/status-bar/status-bar';
import { ApiError } from '@/lib/api/api-error';
import { activeDocument, type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { loadDocument } from '@/lib/documents/open-document';
import { type NarrowPane, useLayout } from '@/lib/layout-store';
import { IndexPanel, OTHER_VIEWS } from './lazy-panels';
import { NarrowConflict } from './narrow-conflict';
import styles from './narrow-layout.module.css';
import { Welcome } from './welcome';

/** One pane at a time, reading first; editing is a plain text field, because Monaco does not support phones. */
export function NarrowLayout({ banner }: { banner: ReactNode }) {
  const pane = useLayout((state) => state.narrowPane);
  return (
    <div className={styles.narrow}>
      {banner}
      <main className={styles.pane}>
        <h1 className="visually-hidden">Glyph</h1>
        {pane === 'files' ? <NarrowFiles /> : null}
        {pane === 'search' ? <SearchPanel /> : null}
        {pane === 'outline' ? <Outline /> : null}
        {pane === 'index' ? <IndexPanel /> : null}
        {pane === 'document' ? <NarrowDocument /> : null}
      </main>
      <StatusBar />
      <BottomBar pane={pane} />
    </div>
  );
}

function NarrowFiles() {
  return (
    <div className={styles.document}>
      <header className={styles.header}>
        <Mark size={18} />
        <h2>Glyph</h2>
        <CommandButton command="view.commands" title="Show all commands" icon="list-selection" />
        <CommandButton command="theme.toggle" title="Toggle light and dark theme" icon="color-mode" />
        <CommandButton command="session.signOut" title="Sign out" icon="sign-out" />
      </header>
      <div className={styles.fill}>
        <Explorer />
      </div>
      <Trash />
    </div>
  );
}

const PANES: readonly (readonly [NarrowPane, string, IconName])[] = [
  ['files', 'Files', 'files'],
  ['search', 'Search', 'search'],
  ['outline', 'Outline', 'list-tree'],
  ['document', 'Document', 'file-text'],
];

function BottomBar({ pane }: { pane: NarrowPane }) {
  return (
    <nav aria-label="Panes" className={styles.bottomBar}>
      {PANES.map(([id, name, icon]) => (
        <button
          key={id}
          type="button"
          aria-current={pane === id ? 'page' : undefined}
          onClick={() => useLayout.getState().set({ narrowPane: id })}
        >
          <Icon name={icon} size={18} />
          {name}
        </button>
      ))}
    </nav>
  );
}

function NarrowDocument() {
  const document = useDocuments(activeDocument);
  if (!document) return <Welcome />;
  const { path, phase, error } = document;
  if (phase === 'unread' || phase === 'loading') return <Skeleton label={`Loading ${path}`} />;
  if (phase === 'failed') {
    const reason = error ?? ApiError.offline();
    return <FailedState title={`${path} could not be opened`} error={reason} onRetry={() => void loadDocument(path)} />;
  }
  return (
    <div className={styles.document}>
      <NarrowHeader document={document} />
      <SaveNotices document={document} />
      <NarrowShown document={document} />
    </div>
  );
}

function NarrowShown({ document }: { document: OpenDocument }) {
  const view = useLayout((state) => state.documentView);
  const { conflict } = document;
  if (conflict?.comparing) return <NarrowConflict document={document} conflict={conflict} />;
  const Other = view === 'text' ? null : OTHER_VIEWS[view];
  return Other ? <Other document={document} /> : <NarrowText document={document} />;
}

function NarrowHeader({ document }: { document: OpenDocument }) {
  const editing = useLayout((state) => state.narrowEditing);
  return (
    <header className={styles.header}>
      <h2 title={document.path}>{document.title}</h2>
      {document.editable ? (
        <Button
          icon={editing ? 'book' : 'edit'}
          onClick={() => useLayout.getState().set({ narrowEditing: !editing, documentView: 'text' })}
        >
          {editing ? 'Read' : 'Edit'}
        </Button>
      ) : null}
      {editing ? <CommandButton command="document.save" title="Save and reindex" icon="save" /> : null}
      <CommandButton command="view.commands" title="Show all commands" icon="list-selection" />
    </header>
  );
}

function NarrowText({ document }: { document: OpenDocument }) {
  const editing = useLayout((state) => state.narrowEditing);
  const { path, text, editable } = document;
  if (!editing || !editable)
    return (
      <div className={styles.fill}>
        <Preview document={document} />
      </div>
    );
  return (
    <textarea
      className={styles.textarea}
      aria-label={`Text of ${path}`}
      value={text}
      spellCheck={false}
      autoCapitalize="off"
      onChange={(event) => useDocuments.getState().edit(path, event.target.value)}
    />
  );
}
