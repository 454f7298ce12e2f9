'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { NARROW, useMedia } from '@/components/use-media';
import { FileCommands } from '@/features/files/file-commands';
import { IndexCommands } from '@/features/index-health/index-commands';
import { PreviewCommands } from '@/features/preview/preview-commands';
import { QuickOpen } from '@/features/quick-open/quick-open';
import { keepSearch } from '@/features/search/keep-search';
import { SessionEnded } from '@/features/session/session-ended';
import { SignOut } from '@/features/session/sign-out';
import { Shortcuts } from '@/features/shortcuts/shortcuts';
import { CommandProvider, useCommands } from '@/lib/commands/command-context';
import { keepDrafts } from '@/lib/documents/draft-keeper';
import { useFileActions } from '@/lib/documents/file-actions';
import { keepTabs } from '@/lib/documents/keep-tabs';
import { readWhatIsShown } from '@/lib/documents/open-document';
import { keepLayout } from '@/lib/layout-store';
import { followSignOuts } from '@/lib/session-store';
import { followTheme } from '@/lib/theme';
import { useAddress } from './address';
import { useCorpusEvents } from './follow-corpus';
import { useFreshQueries } from './fresh-queries';
import { FileDialogs } from './lazy-panels';
import { useLeaveWarning } from './leave-warning';
import { NarrowLayout } from './narrow-layout';
import { WideLayout } from './wide-layout';
import { WORKBENCH_COMMANDS } from './workbench-commands';

/** Where the features meet. None of them knows another; they share the stores and the commands in lib. */
export function Workbench() {
  const [client] = useState(newQueryClient);
  return (
    <QueryClientProvider client={client}>
      <CommandProvider>
        <Shell />
      </CommandProvider>
    </QueryClientProvider>
  );
}

function newQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5_000, refetchOnWindowFocus: true } } });
}

function Shell() {
  const narrow = useMedia(NARROW);
  const asked = useFileActions((state) => state.question !== null);
  useEffect(followTheme, []);
  useEffect(keepLayout, []);
  useEffect(keepSearch, []);
  useEffect(keepTabs, []);
  useEffect(readWhatIsShown, []);
  useEffect(followSignOuts, []);
  useEffect(() => keepDrafts(), []);
  useCommands(WORKBENCH_COMMANDS);
  useAddress();
  useLeaveWarning();
  useFreshQueries();
  useCorpusEvents();
  return (
    <>
      {narrow ? <NarrowLayout banner={<SessionEnded />} /> : <WideLayout banner={<SessionEnded />} />}
      <FileCommands />
      {asked ? <FileDialogs /> : null}
      <IndexCommands />
      <PreviewCommands />
      <QuickOpen />
      <Shortcuts />
      <SignOut />
    </>
  );
}
