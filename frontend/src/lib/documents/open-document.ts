import { ApiError } from '@/lib/api/api-error';
import { readDocument } from '@/lib/api/client';
import { headingLine } from '@/lib/headings';
import { useLayout } from '@/lib/layout-store';
import type { LineRange } from '@/lib/links';
import { type Conflict, isDirty, type OpenDocument, useDocuments } from './document-store';
import { drafts, unsavedOf } from './draft-keeper';
import { type Draft, standsOn, weighDrafts } from './drafts';
import type { TabStay } from './tab-row';

/** Where in a document to go, and what was sought there. */
export interface Target {
  readonly lines?: LineRange | null;
  readonly heading?: string | null;
  readonly sought?: string;
}

/** Shows the document in the passing tab: the next one takes its place, unless somebody writes or says to keep it. */
export function openInPassing(path: string, place: Target = {}): Promise<void> {
  return openDocument(path, place, 'passing');
}

/** Shows the document, loading it first when it is not open, and scrolls to the place if one is named. */
export async function openDocument(path: string, place: Target = {}, stay: TabStay = 'kept'): Promise<void> {
  const switching = useDocuments.getState().active !== path;
  useLayout.getState().set({
    narrowPane: 'document',
    // On a narrow screen a document is read before it is edited.
    ...(switching ? { narrowEditing: false } : {}),
    // Lines and headings are places in the text, whatever stood in its place before.
    ...(place.lines || place.heading ? { documentView: 'text' as const } : {}),
  });
  useDocuments.getState().open(path, stay);
  await read(path);
  const document = current(path);
  const lines = document?.phase === 'ready' ? linesOf(document, place) : null;
  if (lines) useDocuments.getState().reveal(path, lines, place.sought);
}

/** Fetches whatever document comes to the front unread: a tab of an earlier visit, the neighbour of a closed one. */
export function readWhatIsShown(): () => void {
  const readActive = () => {
    const { active } = useDocuments.getState();
    if (active !== null) void read(active);
  };
  readActive();
  return useDocuments.subscribe(readActive);
}

const underway = new Map<string, Promise<void>>();

async function read(path: string): Promise<void> {
  if (current(path)?.phase === 'unread') {
    const loading = loadDocument(path).finally(() => underway.delete(path));
    underway.set(path, loading);
  }
  await underway.get(path);
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
  const tab = await drafts.tab();
  const { chosen, others, spent } = weighDrafts(await drafts.read(path), tab, document.base);
  await Promise.all(spent.map((draft) => drafts.forget(draft)));
  if (chosen === null) return;
  useDocuments.getState().patch(path, { ...shownDraft(chosen, document), otherDrafts: others });
  // Of a tab that is gone: its draft is this tab's from now on, and goes only when the copy is kept.
  if (chosen.tab !== tab && (await drafts.write(chosen))) await drafts.forget(chosen);
}

function shownDraft(draft: Draft, { base }: OpenDocument): Partial<OpenDocument> {
  const restored = standsOn(draft, base);
  const conflict: Conflict = { disk: base, cause: 'draft', comparing: false, again: false };
  return { text: draft.text, restored, conflict: restored ? null : conflict };
}

/** Shows another unsaved text of the document. The one that stood here takes its place, so that going back is as easy. */
export async function switchDraft(path: string, draft: Draft): Promise<void> {
  const document = current(path);
  if (!document) return;
  const left = { ...unsavedOf(document), tab: draft.tab };
  const leaves = isDirty(document);
  if (leaves) await drafts.put(left);
  else await drafts.forget(draft);
  const otherDrafts = document.otherDrafts.flatMap((other) => (other !== draft ? [other] : leaves ? [left] : []));
  useDocuments.getState().patch(path, { ...shownDraft(draft, document), otherDrafts });
}

export async function discardDraft(path: string, draft: Draft): Promise<void> {
  await drafts.forget(draft);
  const otherDrafts = current(path)?.otherDrafts.filter((other) => other !== draft) ?? [];
  useDocuments.getState().patch(path, { otherDrafts });
}

function linesOf(document: OpenDocument, { lines, heading }: Target): LineRange | null {
  if (lines) return lines;
  const line = heading ? headingLine(document.text, heading) : null;
  return line === null ? null : { from: line, to: line };
}

function current(path: string): OpenDocument | undefined {
  return useDocuments.getState().documents[path];
}
