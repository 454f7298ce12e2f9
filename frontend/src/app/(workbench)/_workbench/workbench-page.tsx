import { redirect } from 'next/navigation';
import { currentSession } from '@/server/session';
import { WorkbenchLoader } from './workbench-loader';

/** The workbench for whoever has a session; the login for everyone else. The browser keeps the fragment on its own. */
export async function WorkbenchPage({ address }: { address: string }) {
  if (!(await currentSession())) redirect(`/login?returnTo=${encodeURIComponent(address)}`);
  return <WorkbenchLoader />;
}
