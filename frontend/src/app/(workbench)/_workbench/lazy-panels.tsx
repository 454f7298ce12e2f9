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
