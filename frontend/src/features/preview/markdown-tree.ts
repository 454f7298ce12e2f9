import MarkdownIt from 'markdown-it';
import cjkFriendly from 'markdown-it-cjk-friendly';
import footnotes from 'markdown-it-footnote';
import { slug } from '@/lib/headings';
import { highlight } from './highlight';
import { type Attribute, type ElementNode, isTag, type TreeNode, textOf } from './tree';

/** Raw HTML stays text: `html: false` makes no HTML tokens, and only known tags become elements. */
export const markdown = new MarkdownIt({ html: false, linkify: true, breaks: false }).use(cjkFriendly).use(footnotes);

const SAFE_LINK = /^(?:https?:|mailto:|#|\.{0,2}\/(?!\/)|[^:/?#\\]+(?:[/?#]|$))/i;

markdown.validateLink = (address) => SAFE_LINK.test(address.trim());

export type Token = ReturnType<typeof markdown.parse>[number];

interface Open {
  readonly tag: ElementNode['tag'] | null;
  readonly attributes: Partial<Record<Attribute, string>>;
  readonly children: TreeNode[];
}

/** The elements that a run of tokens means. */
export function toTree(tokens: readonly Token[]): readonly TreeNode[] {
  const stack: Open[] = [{ tag: null, attributes: {}, children: [] }];
  for (const token of tokens) {
    if (token.nesting === 1) stack.push(openElement(token));
    else if (token.nesting === -1) closeElement(stack);
    else top(stack).children.push(...leaf(token));
  }
  return top(stack).children;
}

function top(stack: readonly Open[]): Open {
  return stack[stack.length - 1] as Open;
}

/** Tokens of footnotes name no element. */
const OWN_TAGS: Readonly<Record<string, ElementNode['tag']>> = {
  footnote_block_open: 'footnotes',
  footnote_open: 'footnote',
};

function openElement(token: Token): Open {
  const tag = OWN_TAGS[token.type] ?? (!token.hidden && isTag(token.tag) ? token.tag : null);
  return { tag, attributes: attributesOf(token), children: [] };
}

/** An element without a tag of ours leaves its children and goes itself: tight list items hide their paragraph so. */
function closeElement(stack: Open[]): void {
  const { tag, attributes, children } = stack.pop() as Open;
  const parent = top(stack).children;
  if (tag === null) parent.push(...children);
  else parent.push(finished({ tag, attributes, children }));
}

function finished(element: ElementNode): ElementNode {
  if (/^h[1-6]$/.test(element.tag)) return { ...element, attributes: { id: slug(textOf(element)) } };
  if (element.tag === 'ol') return { ...element, children: (element.children ?? []).map(toStep) };
  return element.tag === 'li' ? withTaskBox(element) : element;
}

/** Items of a numbered list are steps to be followed. */
function toStep(child: TreeNode): TreeNode {
  return typeof child === 'object' && child.tag === 'li' && child.attributes?.class !== 'task'
    ? { ...child, tag: 'step' }
    : child;
}

const TASK = /^\[([ xX])\]\s+/;

/** A list item that begins with "[ ]" or "[x]" gets a box; in a loose list that text stands in its first paragraph. */
function withTaskBox(item: ElementNode): ElementNode {
  const [first, ...rest] = item.children ?? [];
  const paragraph = typeof first === 'object' && first.tag === 'p' ? first : null;
  const label = withBox(paragraph ? (paragraph.children ?? []) : (item.children ?? []));
  if (!label) return item;
  const children = paragraph ? [{ ...paragraph, children: label }, ...rest] : label;
  return { ...item, attributes: { class: 'task' }, children };
}

function withBox([text, ...rest]: readonly TreeNode[]): readonly TreeNode[] | null {
  const mark = typeof text === 'string' ? TASK.exec(text) : null;
  if (!mark) return null;
  const box: ElementNode = { tag: 'task', attributes: { checked: mark[1] === ' ' ? '' : 'yes' } };
  return [box, mark.input.slice(mark[0].length), ...rest];
}

function leaf(token: Token): readonly TreeNode[] {
  switch (token.type) {
    case 'inline':
      return toTree(token.children ?? []);
    case 'text':
    case 'html_inline':
    case 'html_block':
      return token.content === '' ? [] : [token.content];
    case 'softbreak':
      return ['\n'];
    case 'code_inline':
      return [{ tag: 'code', children: [token.content] }];
    case 'fence':
    case 'code_block':
      return [codeBlock(token)];
    case 'image':
      return [
        { tag: 'picture', attributes: { source: String(token.attrGet('src') ?? '') }, children: [token.content] },
      ];
    case 'footnote_ref':
      return [{ tag: 'footnote-ref', attributes: { number: footnoteNumber(token) } }];
    case 'footnote_anchor':
      return [{ tag: 'footnote-back', attributes: { number: footnoteNumber(token) } }];
    default:
      return isTag(token.tag) ? [{ tag: token.tag }] : [];
  }
}

function codeBlock({ content, info }: Token): ElementNode {
  const language = info.trim().split(/\s+/)[0]?.toLowerCase() ?? '';
  return { tag: 'pre', attributes: { language }, children: highlight(content, language) };
}

function footnoteNumber({ meta }: Token): string {
  return String(Number((meta as { id?: unknown } | null)?.id ?? 0) + 1);
}

function attributesOf(token: Token): Partial<Record<Attribute, string>> {
  const href = token.attrGet('href');
  const title = token.attrGet('title');
  const start = token.attrGet('start');
  const align = /text-align:\s*(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return {
    ...(token.type === 'footnote_open' ? { number: footnoteNumber(token) } : {}),
    ...(href ? { href: String(href) } : {}),
    ...(title ? { title: String(title) } : {}),
    ...(start ? { start: String(start) } : {}),
    ...(align ? { align } : {}),
  };
}
