import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { monaco } from '@/components/monaco/monaco';
import { documentsQuery } from '@/lib/api/queries';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { foldsOf } from './folds';
import { type Choice, choicesFor, linkBefore } from './link-completion';

/** Completion of links and headings, and sections that fold, for as long as the editor stands. */
export function useMarkdownSupport(): void {
  const client = useQueryClient();
  useEffect(() => {
    const paths = async () => (await client.ensureQueryData(documentsQuery)).documents.map(({ path }) => path);
    const parts = [
      monaco.languages.registerCompletionItemProvider('markdown', completion(paths)),
      monaco.languages.registerFoldingRangeProvider('markdown', { provideFoldingRanges: folds }),
    ];
    return () => {
      for (const part of parts) part.dispose();
    };
  }, [client]);
}

function completion(paths: () => Promise<readonly string[]>): monaco.languages.CompletionItemProvider {
  return {
    triggerCharacters: ['(', '/', '#', '.'],
    provideCompletionItems: async (model, position) => {
      const link = linkBefore(model.getLineContent(position.lineNumber).slice(0, position.column - 1));
      const document = activeDocument(useDocuments.getState());
      if (link === null || !document) return { suggestions: [] };
      const { lineNumber, column } = position;
      const range = new monaco.Range(lineNumber, column - link.typed.length, lineNumber, column);
      const choices = await choicesFor(link, document, paths);
      return { suggestions: choices.map((choice) => suggestion(choice, range)) };
    },
  };
}

function suggestion({ label, insert, detail }: Choice, range: monaco.Range): monaco.languages.CompletionItem {
  const { File, Reference } = monaco.languages.CompletionItemKind;
  const kind = insert.startsWith('#') ? Reference : File;
  return { label, insertText: insert, filterText: insert, detail, kind, range };
}

function folds(model: monaco.editor.ITextModel): monaco.languages.FoldingRange[] {
  return foldsOf(model.getValue()).map(({ from, to }) => ({ start: from, end: to }));
}
