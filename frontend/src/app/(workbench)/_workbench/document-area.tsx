'use client';
import dynamic from 'next/dynamic';
import { useDeferredValue } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { FailedState, Skeleton } from '@/components/state-message';
import { Preview } from '@/features/preview/preview';
import { SaveNotices } from '@/features/save/save-notices';
import { ApiError } from '@/lib/api/api-error';
import type { OpenDocument } from '@/lib/documents/document-store';
import { loadDocument } from '@/lib/documents/open-document';
import { useLayout } from '@/lib/layout-store';
import { OTHER_VIEWS } from './lazy-panels';
import styles from './workbench.module.css';

/** Monaco is most of the weight of the workbench: it loads beside the preview, which is there first. */
const Editor = dynamic(() => import('@/features/editor/editor').then((module) => module.Editor), {
  ssr: false,
  loading: () => <Skeleton label="Loading the editor" />,
});
const ConflictView = dynamic(() => import('@/features/conflicts/conflict-view').then((module) => module.ConflictView), {
  ssr: false,
  loading: () => <Skeleton label="Loading the comparison" />,
});

export function DocumentArea({ document }: { document: OpenDocument }) {
  const { path, phase, error } = document;
  if (phase === 'unread' || phase === 'loading') return <Skeleton label={`Loading ${path}`} />;
  if (phase === 'failed') {
    const reason = error ?? ApiError.offline();
    return <FailedState title={`${path} could not be opened`} error={reason} onRetry={() => void loadDocument(path)} />;
  }
  return (
    <div className={styles.document}>
      <SaveNotices document={document} />
      <Shown document={document} />
    </div>
  );
}

function Shown({ document }: { document: OpenDocument }) {
  const view = useLayout((state) => state.documentView);
  const { conflict } = document;
  if (conflict?.comparing) return <ConflictView document={document} conflict={conflict} />;
  const Other = view === 'text' ? null : OTHER_VIEWS[view];
  return Other ? <Other document={document} /> : <Panes document={document} />;
}

function Panes({ document }: { document: OpenDocument }) {
  const chosen = useLayout((state) => state.mode);
  // What nobody can edit here is there to be read, unless its text is wanted beside it.
  const mode = document.editable || chosen === 'split' ? chosen : 'preview';
  // Typing comes first; the preview follows when there is time.
  const read = useDeferredValue(document);
  if (mode === 'preview')
    return (
      <div className={styles.pane} data-region="preview">
        <Preview document={read} />
      </div>
    );
  return (
    <Group orientation="horizontal" className={styles.pane}>
      <Panel id="editor" minSize="20%">
        <div className={styles.fill} data-region="editor">
          <Editor document={document} />
        </div>
      </Panel>
      {mode === 'split' ? (
        <>
          <Separator className={styles.separator} aria-label="Resize the preview" />
          <Panel id="preview" minSize="20%">
            <div className={styles.fill} data-region="preview">
              <Preview document={read} />
            </div>
          </Panel>
        </>
      ) : null}
    </Group>
  );
}
