/** What the worker posts and React draws: plain data, so no HTML string ever exists. */
export type TreeNode = string | ElementNode;

export interface ElementNode {
  readonly tag: Tag;
  readonly attributes?: Readonly<Partial<Record<Attribute, string>>>;
  readonly children?: readonly TreeNode[];
}

/** A top-level piece of the document: the unit that is drawn anew when it changes. */
export interface PreviewBlock {
  readonly source: string;
  /** 1-based, inclusive, the file's own. */
  readonly lineFrom: number;
  readonly lineTo: number;
  readonly node: TreeNode;
}

const TAGS = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'em',
  'strong',
  's',
  'code',
  'pre',
  'a',
  'hr',
  'br',
  'span',
  // Drawn by us: a picture's stand-in, a task's box, the quiet front matter, hidden values, steps, footnotes.
  'picture',
  'task',
  'front-matter',
  'secret',
  'step',
  'footnotes',
  'footnote',
  'footnote-ref',
  'footnote-back',
] as const;

export type Tag = (typeof TAGS)[number];
export type Attribute =
  | 'href'
  | 'title'
  | 'align'
  | 'start'
  | 'language'
  | 'class'
  | 'id'
  | 'checked'
  | 'source'
  | 'value'
  | 'number';

const KNOWN: ReadonlySet<string> = new Set(TAGS);

export function isTag(tag: string): tag is Tag {
  return KNOWN.has(tag);
}

export function textOf(node: TreeNode): string {
  return typeof node === 'string' ? node : (node.children ?? []).map(textOf).join('');
}
