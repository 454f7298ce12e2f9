'use client';
import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/state-message';

/** What most visits never open is fetched when it is opened. */
export const IndexPanel = dynamic(() => import('@/features/index-health/index-panel').then((it) => it.IndexPanel), {
  ssr: false,
  loading: () => <Skeleton label="Loading the state of the index" />,
});
export const FileDialogs = dynamic(() => import('@/features/files/file-dialogs').then((it) => it.FileDialogs), {
  ssr: false,
});
export const HistoryView = dynamic(() => import('@/features/history/history-view').then((it) => it.HistoryView), {
  ssr: false,
  loading: () => <Skeleton label="Loading the versions" />,
});
export const ChangesView = dynamic(() => import('@/features/history/changes-view').then((it) => it.ChangesView), {
  ssr: false,
  loading: () => <Skeleton label="Loading the comparison" />,
});
export const ChunksView = dynamic(() => import('@/features/chunks/chunks-view').then((it) => it.ChunksView), {
  ssr: false,
  loading: () => <Skeleton label="Loading the chunks" />,
});

/** What stands in the place of a document's text, when something does. */
export const OTHER_VIEWS = { history: HistoryView, chunks: ChunksView, changes: ChangesView } as const;
