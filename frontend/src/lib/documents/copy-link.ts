import { deepLink, type LineRange } from '@/lib/links';

/** Puts the document's address into the clipboard, with its lines if there are any. Without a clipboard nothing happens. */
export function copyLink(path: string, lines: LineRange | null = null): Promise<void> | undefined {
  return navigator.clipboard?.writeText(`${window.location.origin}${deepLink(path, lines)}`);
}
