import { useLayout } from '@/lib/layout-store';
import type { LineRange } from '@/lib/links';
import { useDocuments } from './document-store';

/** Scrolls an open document to the line, or the lines, and puts the cursor there. */
export function goToLine(path: string, place: number | LineRange): void {
  const lines = typeof place === 'number' ? { from: place, to: place } : place;
  useDocuments.getState().reveal(path, lines);
  useLayout.getState().set({ narrowPane: 'document', documentView: 'text' });
  focusEditor();
}

/** The editor takes the focus as soon as it is there. */
export function focusEditor(): void {
  useLayout.getState().set({ editorFocus: useLayout.getState().editorFocus + 1 });
}
