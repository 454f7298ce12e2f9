'use client';
import { CommandButton } from '@/components/button';
import { useLayout } from '@/lib/layout-store';
import styles from './workbench.module.css';

export function ModeButtons() {
  const { mode, documentView } = useLayout();
  const shown = documentView === 'text' ? mode : documentView;
  return (
    <div className={styles.modeButtons} role="toolbar" aria-label="Document view">
      <CommandButton command="document.save" title="Save and reindex" icon="save" />
      <CommandButton command="document.history" title="Earlier versions" icon="history" pressed={shown === 'history'} />
      <CommandButton command="document.chunks" title="As the index sees it" icon="eye" pressed={shown === 'chunks'} />
      <CommandButton command="view.editor" title="Editor only" icon="edit" pressed={shown === 'editor'} />
      <CommandButton
        command="view.split"
        title="Editor and preview"
        icon="split-horizontal"
        pressed={shown === 'split'}
      />
      <CommandButton command="view.preview" title="Preview only" icon="open-preview" pressed={shown === 'preview'} />
    </div>
  );
}
