'use client';
import type { ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { Backlinks } from '@/features/backlinks/backlinks';
import { Explorer } from '@/features/explorer/explorer';
import { Trash } from '@/features/files/trash';
import { Breadcrumbs } from '@/features/outline/breadcrumbs';
import { Outline } from '@/features/outline/outline';
import { SearchPanel } from '@/features/search/search-panel';
import { StatusBar } from '@/features/status-bar/status-bar';
import { Tabs } from '@/features/tabs/tabs';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { useLayout } from '@/lib/layout-store';
import { ActivityBar } from './activity-bar';
import { DocumentArea } from './document-area';
import { IndexPanel } from './lazy-panels';
import { ModeButtons } from './mode-buttons';
import { TitleBar } from './title-bar';
import { Welcome } from './welcome';
import styles from './workbench.module.css';

export function WideLayout({ banner }: { banner: ReactNode }) {
  const sideBarShown = useLayout((state) => state.sideBarShown);
  return (
    <div className={styles.workbench}>
      <TitleBar />
      {banner}
      <div className={styles.body}>
        <ActivityBar />
        <main className={styles.panes}>
          <Group orientation="horizontal" className={styles.fill}>
            {sideBarShown ? (
              <>
                <Panel id="side-bar" defaultSize="300px" minSize="200px" maxSize="60%">
                  <div className={styles.sideBar} data-region="side-bar">
                    <SideView />
                  </div>
                </Panel>
                <Separator className={styles.separator} aria-label="Resize the side bar" />
              </>
            ) : null}
            <Panel id="main" minSize="30%">
              <Documents />
            </Panel>
          </Group>
        </main>
      </div>
      <StatusBar />
    </div>
  );
}

function SideView() {
  const sideView = useLayout((state) => state.sideView);
  switch (sideView) {
    case 'search':
      return <SearchPanel />;
    case 'outline':
      return (
        <div className={styles.stack}>
          <Outline />
          <Backlinks />
        </div>
      );
    case 'index':
      return <IndexPanel />;
    default:
      return (
        <div className={styles.stack}>
          <Explorer />
          <Trash />
        </div>
      );
  }
}

function Documents() {
  const document = useDocuments(activeDocument);
  const hasTabs = useDocuments((state) => state.order.length > 0);
  return (
    <div className={styles.main}>
      {hasTabs ? (
        <div className={styles.tabBar} data-region="tabs">
          <Tabs />
          {document ? <ModeButtons /> : null}
        </div>
      ) : null}
      {document?.phase === 'ready' ? <Breadcrumbs path={document.path} /> : null}
      <div
        id="document-area"
        className={styles.documentArea}
        {...(document ? { role: 'tabpanel', 'aria-label': document.path } : {})}
      >
        {document ? <DocumentArea document={document} /> : <Welcome />}
      </div>
    </div>
  );
}
