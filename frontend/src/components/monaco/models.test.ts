import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { modelOf } from './models';

// Monaco does not start without a browser; what is tested is which text its model is made of.
vi.mock('./monaco', () => ({
  monaco: {
    Uri: { from: ({ path }: { path: string }) => path },
    editor: {
      getModel: () => null,
      createModel: (text: string) => ({
        getValue: () => text,
        onDidChangeContent: () => undefined,
        dispose: () => undefined,
      }),
    },
  },
}));

const PATH = 'a.md';
const document = () => useDocuments.getState().documents[PATH] as OpenDocument;

beforeEach(() => {
  useDocuments.setState({ documents: {}, order: [], active: null });
  useDocuments.getState().open(PATH);
  useDocuments
    .getState()
    .patch(PATH, { phase: 'ready', editable: true, text: 'on disk', base: { text: 'on disk', hash: 'h1' } });
});

describe('the model of a document', () => {
  it('holds a draft that was put back after the editor was drawn and before its model was made', () => {
    const drawn = document();
    useDocuments.getState().patch(PATH, { text: 'on disk, and a draft' });
    expect(modelOf(drawn).getValue()).toBe('on disk, and a draft');
  });
});
