import { slug } from '@/lib/headings';
import { relativePath } from '@/lib/links';

const SUFFIXES: Readonly<Record<string, string>> = { jpeg: 'jpg', 'svg+xml': 'svg' };
const HASH_DIGITS = 10;

/** Where an image of a document is stored: its name for people, and of its content so much that no two meet. */
export function assetPath(document: string, { name, type }: { name: string; type: string }, hash: string): string {
  const kind = type.split('/')[1] ?? 'png';
  const readable = slug(name.replace(/\.[^.]+$/, '')) || 'image';
  const folder = document.replace(/\.[^./]+$/, '.assets');
  return `${folder}/${readable}-${hash.slice(0, HASH_DIGITS)}.${SUFFIXES[kind] ?? kind}`;
}

export function imageLink(document: string, stored: string): string {
  const name = (stored.split('/').at(-1) ?? '').replace(/-[0-9a-f]{10}\.[a-z]+$/, '').replace(/-/g, ' ');
  return `![${name}](${relativePath(document, stored).replace(/[\s()]/g, encodeURIComponent)})`;
}
