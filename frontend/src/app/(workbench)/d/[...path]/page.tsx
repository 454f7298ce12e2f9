import { deepLink } from '@/lib/links';
import { WorkbenchPage } from '../../_workbench/workbench-page';

interface DocumentProps {
  readonly params: Promise<{ path: string[] }>;
}

/** The same shell as the start page: the document is opened in the browser, from the address. */
export default async function DocumentPage({ params }: DocumentProps) {
  const { path } = await params;
  return <WorkbenchPage address={deepLink(path.map(decode).join('/'))} />;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
