import { ApiError } from '@/lib/api/api-error';
import { readDocument } from '@/lib/api/client';
import { headingLine } from '@/lib/headings';
import { useLayout } from '@/lib/layout-store';
import type { LineRange, Place } from '@/lib/links';
import { type OpenDocument, useDocuments } from './document-store';
import { drafts } from './draft-keeper';
import { weighDraft } from './drafts';

/** Shows the document, loading it first when it is not open, and scrolls to the place if one is named. */
export async function openDocument(path: string, place: Partial<Pick<Place, 'lines' | 'heading'>> = {}): Promise<void> {
  const switching = useDocuments.getState().active !== path;
  // On a narrow screen a document is read before it is edited.
  useLayout.getState().set({ narrowPane: 'document', ...(switching ? { narrowEditing: false } : {}) });
  useDocuments.getState().open(path);
  if (current(path)?.phase === 'loading') await loadDocument(path);
  const document = current(path);
  const lines = document?.phase === 'ready' ? linesOf(document, place) : null;
  if (lines) useDocuments.getState().reveal(path, lines);
}

export async function loadDocument(path: string): Promise<void> {
  const { loaded, patch } = useDocuments.getState();
  patch(path, { phase: 'loading', error: null });
  try {
    const view = await readDocument(path);
    loaded({ ...view, path });
    await weighStoredDraft(path);
  } catch (reason) {
    patch(path, { phase: 'failed', error: ApiError.of(reason) });
  }
}

async function weighStoredDraft(path: string): Promise<void> {
  const document = current(path);
  if (!document?.editable) return;
  const draft = await drafts.read(path);
  const verdict = weighDraft(draft, document.base);
  const { patch } = useDocuments.getState();
  if (verdict === 'drop') await drafts.remove(path);
  if (!draft || (verdict !== 'restore' && verdict !== 'compare')) return;
  const conflict =
    verdict === 'compare' ? { disk: document.base, cause: 'draft' as const, comparing: false, again: false } : null;
  patch(path, { text: draft.text, restored: verdict === 'restore', conflict });
}

/** Throws the unsaved changes away; the editor's undo still has them. */
export function discardChanges(path: string): void {
  const document = current(path);
  if (document) useDocuments.getState().patch(path, { text: document.base.text, restored: false, conflict: null });
}

function linesOf(
  document: OpenDocument,
  { lines, heading }: Partial<Pick<Place, 'lines' | 'heading'>>,
): LineRange | null {
  if (lines) return lines;
  const line = heading ? headingLine(document.text, heading) : null;
  return line === null ? null : { from: line, to: line };
}

function current(path: string): OpenDocument | undefined {
  return useDocuments.getState().documents[path];
}
