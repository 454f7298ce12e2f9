'use client';
import dynamic from 'next/dynamic';
import { WorkbenchSkeleton } from './workbench-skeleton';

/** Everything in the workbench depends on the browser (storage, screen, address), so the server draws its outline only. */
export const WorkbenchLoader = dynamic(() => import('./workbench').then(({ Workbench }) => Workbench), {
  ssr: false,
  loading: () => <WorkbenchSkeleton />,
});
