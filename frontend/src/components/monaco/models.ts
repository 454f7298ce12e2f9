import { type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { isLarge } from '@/lib/documents/large';
import { monaco } from './monaco';
import { shortestEdit } from './text-edit';

type Model = monaco.editor.ITextModel;
type ViewState = monaco.editor.ICodeEditorViewState;

interface Entry {
  readonly model: Model;
  /** The store's text that the model shows; tells our own echo from a change that came from elsewhere. */
  shown: string;
  view: ViewState | null;
}

/** One Monaco model for each open document, so that undo and folds outlive a switch of tabs. */
const entries = new Map<string, Entry>();

export function modelOf(document: OpenDocument): Model {
  return (entries.get(document.path) ?? createEntry(newest(document))).model;
}

/** As the store has it: what a component was drawn with may be older than a draft that was put back since. */
function newest(document: OpenDocument): OpenDocument {
  return useDocuments.getState().documents[document.path] ?? document;
}

export function viewStateOf(path: string): ViewState | null {
  return entries.get(path)?.view ?? null;
}

export function keepViewState(path: string, view: ViewState | null): void {
  const entry = entries.get(path);
  if (entry) entry.view = view;
}

function createEntry({ path, text }: OpenDocument): Entry {
  const uri = monaco.Uri.from({ scheme: 'glyph', path: `/${path}` });
  monaco.editor.getModel(uri)?.dispose();
  const language = /\.(md|markdown)$/i.test(path) && !isLarge(text) ? 'markdown' : 'plaintext';
  const entry: Entry = { model: monaco.editor.createModel(text, language, uri), shown: text, view: null };
  entry.model.onDidChangeContent(() => {
    // A byte order mark belongs to the file: leaving it out would change the document on every save.
    entry.shown = entry.model.getValue(undefined, true);
    useDocuments.getState().edit(path, entry.shown);
  });
  entries.set(path, entry);
  return entry;
}

useDocuments.subscribe(({ documents }) => {
  for (const [path, entry] of entries) {
    const document = documents[path];
    if (!document) forget(path, entry);
    else if (document.phase === 'ready' && document.text !== entry.shown) show(document.text, entry);
  }
});

function forget(path: string, { model }: Entry): void {
  entries.delete(path);
  model.dispose();
}

/** Brings text from the store into the model as one edit, which undo takes back. */
function show(text: string, entry: Entry): void {
  const { model } = entry;
  const { CRLF, LF } = monaco.editor.EndOfLineSequence;
  entry.shown = text;
  model.pushStackElement();
  model.pushEOL(text.includes('\r\n') ? CRLF : LF);
  // Offsets of a model do not count a byte order mark.
  const edit = shortestEdit(model.getValue(), text.replace(/^\uFEFF/, ''));
  const range = monaco.Range.fromPositions(model.getPositionAt(edit.start), model.getPositionAt(edit.end));
  model.pushEditOperations([], [{ range, text: edit.text }], () => null);
  model.pushStackElement();
}
