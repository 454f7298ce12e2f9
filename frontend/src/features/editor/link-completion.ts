import { readDocument } from '@/lib/api/client';
import { type OpenDocument, useDocuments } from '@/lib/documents/document-store';
import { headingsOf } from '@/lib/headings';
import { relativePath, resolveLink } from '@/lib/links';

/** The target of a link that is being written: what is typed of it, and the document before a "#". */
export interface LinkStart {
  readonly typed: string;
  /** Null while the path is being typed; empty for a heading of the same document. */
  readonly document: string | null;
}

export interface Choice {
  readonly label: string;
  readonly insert: string;
  readonly detail: string;
}

/** The link that the cursor stands in, from the text before it on its line; null outside of one. */
export function linkBefore(line: string): LinkStart | null {
  const target = /\]\(([^()\s]*)$/.exec(line)?.[1];
  if (target === undefined) return null;
  const hash = target.indexOf('#');
  return hash < 0 ? { typed: target, document: null } : { typed: target.slice(hash), document: target.slice(0, hash) };
}

/** Documents relative to the one that is written in, or the headings of the one that is linked to. */
export async function choicesFor(
  link: LinkStart,
  from: Pick<OpenDocument, 'path' | 'text'>,
  paths: () => Promise<readonly string[]>,
): Promise<readonly Choice[]> {
  if (link.document !== null) return headingChoices(await textOf(link.document, from));
  const others = (await paths()).filter((path) => path !== from.path);
  return others.map((path) => ({ label: path, insert: linkTo(from.path, path), detail: '' }));
}

/** Blanks and brackets would end the link. */
function linkTo(from: string, to: string): string {
  return relativePath(from, to).replace(/[\s()<>%]/g, (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

function headingChoices(text: string): readonly Choice[] {
  return headingsOf(text).map(({ text: label, slug, level }) => {
    return { label, insert: `#${slug}`, detail: '#'.repeat(level) };
  });
}

async function textOf(target: string, from: Pick<OpenDocument, 'path' | 'text'>): Promise<string> {
  const path = target === '' ? from.path : resolveLink(from.path, target)?.path;
  if (path === undefined) return '';
  if (path === from.path) return from.text;
  const open = useDocuments.getState().documents[path];
  if (open?.phase === 'ready') return open.text;
  // A link to nothing has no headings to offer; that it leads nowhere is told elsewhere.
  return readDocument(path).then(
    ({ text }) => text,
    () => '',
  );
}
