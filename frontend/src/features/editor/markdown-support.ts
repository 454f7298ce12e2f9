import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { monaco } from '@/components/monaco/monaco';
import { documentsQuery } from '@/lib/api/queries';
import { activeDocument, useDocuments } from '@/lib/documents/document-store';
import { openDocument } from '@/lib/documents/open-document';
import { resolveLink } from '@/lib/links';
import { type Choice, choicesFor, linkBefore } from './link-completion';
import { linksIn } from './markdown-links';

const SCHEME = 'glyph-link';

/** Completion of links and headings, and links to follow with Ctrl+click, for as long as the editor stands. */
export function useMarkdownSupport(): void {
  const client = useQueryClient();
  useEffect(() => {
    const paths = async () => (await client.ensureQueryData(documentsQuery)).documents.map(({ path }) => path);
    const parts = [
      monaco.languages.registerCompletionItemProvider('markdown', completion(paths)),
      monaco.languages.registerLinkProvider('markdown', { provideLinks: (model) => ({ links: links(model) }) }),
      monaco.editor.registerLinkOpener({ open: follow }),
    ];
    return () => {
      for (const part of parts) part.dispose();
    };
  }, [client]);
}

type Model = monaco.editor.ITextModel;

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

function links(model: Model): monaco.languages.ILink[] {
  return linksIn(model.getValue()).map(({ line, start, end, target }) => ({
    range: new monaco.Range(line, start + 1, line, end + 1),
    url: monaco.Uri.from({ scheme: SCHEME, path: '/', query: target }),
    tooltip: 'Open document',
  }));
}

/** True when the link was ours; all others are the browser's. */
function follow(resource: monaco.Uri): boolean {
  if (resource.scheme !== SCHEME) return false;
  const { active } = useDocuments.getState();
  const place = active === null ? null : resolveLink(active, resource.query);
  if (place) void openDocument(place.path, place);
  return true;
}
