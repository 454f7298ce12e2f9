import { uniqueSlugs } from '@/lib/headings';
import { markdown, type Token, toTree } from './markdown-tree';
import type { PreviewBlock } from './tree';

const FRONT_MATTER = /^---[ \t]*\r?\n(?:([\s\S]*?)\r?\n)?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/;

/** The document as blocks, in order, with the file's own line numbers. */
export function toBlocks(text: string): readonly PreviewBlock[] {
  const plain = text.replace(/^\uFEFF/, '');
  const front = FRONT_MATTER.exec(plain);
  // Blank lines stand in for the front matter, so that every later line keeps its number.
  const body = front ? '\n'.repeat(countLineEnds(front[0])) + plain.slice(front[0].length) : plain;
  const lines = body.split(/\r?\n/);
  const blocks = topLevelRuns(markdown.parse(body, {})).flatMap((run) => toBlock(run, lines));
  const unique = uniqueSlugs();
  const anchored = blocks.map((block) => withUniqueAnchor(block, unique));
  return front ? [frontMatterBlock(front), ...anchored] : anchored;
}

/** The second heading of a name gets an anchor of its own. */
function withUniqueAnchor(block: PreviewBlock, unique: (slug: string) => string): PreviewBlock {
  const { node } = block;
  if (typeof node === 'string' || node.attributes?.id === undefined) return block;
  return { ...block, node: { ...node, attributes: { ...node.attributes, id: unique(node.attributes.id) } } };
}

function frontMatterBlock(front: RegExpExecArray): PreviewBlock {
  const source = front[1] ?? '';
  const lineTo = Math.max(1, countLineEnds(front[0].trimEnd()) + 1);
  return { source: `---${source}`, lineFrom: 1, lineTo, node: { tag: 'front-matter', children: [source] } };
}

function countLineEnds(text: string): number {
  return text.split('\n').length - 1;
}

/** Tokens from each opening to its closing. */
function topLevelRuns(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const runs: Token[][] = [];
  let depth = 0;
  for (const token of tokens) {
    if (depth === 0) runs.push([]);
    runs.at(-1)?.push(token);
    depth += token.nesting;
  }
  return runs;
}

function toBlock(run: readonly Token[], lines: readonly string[]): readonly PreviewBlock[] {
  // Footnotes are gathered at the end: they have no lines of their own.
  const [from, to] = run[0]?.map ?? [lines.length - 1, lines.length];
  return toTree(run).map((node) => ({
    source: run[0]?.map ? lines.slice(from, to).join('\n') : JSON.stringify(node),
    lineFrom: from + 1,
    lineTo: Math.max(to, from + 1),
    node,
  }));
}
