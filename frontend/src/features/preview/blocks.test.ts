import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toBlocks } from './blocks';
import { type TreeNode, textOf } from './tree';

function tagsIn(node: TreeNode): string[] {
  return typeof node === 'string' ? [] : [node.tag, ...(node.children ?? []).flatMap(tagsIn)];
}

function find(text: string, tag: string): Exclude<TreeNode, string>[] {
  const found: Exclude<TreeNode, string>[] = [];
  const walk = (node: TreeNode) => {
    if (typeof node === 'string') return;
    if (node.tag === tag) found.push(node);
    node.children?.forEach(walk);
  };
  for (const block of toBlocks(text)) walk(block.node);
  return found;
}

describe('the blocks of a document', () => {
  it('keep the file’s own lines past the front matter', () => {
    const blocks = toBlocks('---\ntitle: A\n---\n# Title\n\ntext\nmore\n');
    expect(blocks.map(({ lineFrom, lineTo }) => [lineFrom, lineTo])).toEqual([
      [1, 3],
      [4, 4],
      [6, 7],
    ]);
    expect(tagsIn(blocks[0]?.node ?? '')).toEqual(['front-matter']);
  });

  it('count lines the same with Windows line ends', () => {
    expect(toBlocks('---\r\na: 1\r\n---\r\n# T\r\n\r\ntext\r\n').map(({ lineFrom }) => lineFrom)).toEqual([1, 4, 6]);
  });

  it('take a thrematic break at the top for what it is', () => {
    expect(find('---\n\ntext', 'hr')).toHaveLength(1);
  });

  it('draw tables with the alignment of their columns', () => {
    const table = '| port | use |\n| ---: | :-: |\n| 51820 | vpn |\n';
    expect(find(table, 'td').map((cell) => [textOf(cell), cell.attributes?.align])).toEqual([
      ['51820', 'right'],
      ['vpn', 'center'],
    ]);
  });

  it('draw task lists with boxes, tight and loose', () => {
    for (const list of ['- [x] done\n- [ ] *todo*\n', '- [x] done\n\n- [ ] *todo*\n']) {
      expect(find(list, 'task').map(({ attributes }) => attributes?.checked)).toEqual(['yes', '']);
      expect(find(list, 'li').map(textOf)).toEqual(['done', 'todo']);
    }
  });

  it('draw strikethrough', () => {
    expect(find('~~gone~~', 's').map(textOf)).toEqual(['gone']);
  });

  it('colour a fence of a known language, and leave an unknown one as it is', () => {
    expect(find('```bash\nexport A=1\n```', 'span').length).toBeGreaterThan(0);
    expect(find('```console\n$ sudo true\n```', 'pre').map(textOf)).toEqual(['$ sudo true']);
    expect(find('```wat\na < b\n```', 'span')).toEqual([]);
  });

  it('draw footnotes at the end, after the last line of the text', () => {
    const text = 'Open it[^why].\n\n[^why]: Because.\n\nLast.\n';
    const blocks = toBlocks(text);
    expect(blocks.map(({ node }) => (typeof node === 'string' ? '' : node.tag))).toEqual(['p', 'p', 'footnotes']);
    expect(blocks.at(-1)?.lineFrom).toBeGreaterThan(5);
    expect(find(text, 'footnote-ref')[0]?.attributes?.number).toBe('1');
    expect(find(text, 'footnote').map(textOf)).toEqual(['Because.']);
  });

  it('see emphasis beside Chinese, Japanese and Korean letters', () => {
    expect(find('**重要。**必ず読む', 'strong').map(textOf)).toEqual(['重要。']);
  });

  it('take numbered lists for steps', () => {
    expect(find('1. stop\n2. start\n', 'step').map(textOf)).toEqual(['stop', 'start']);
    expect(find('- a\n', 'step')).toEqual([]);
  });

  it('give equal headings anchors of their own', () => {
    const anchors = toBlocks('## Keys\n\n### Keys\n').map(
      ({ node }) => typeof node === 'object' && node.attributes?.id,
    );
    expect(anchors).toEqual(['keys', 'keys-1']);
  });

  it('give headings the anchors that links name', () => {
    expect(find('## DNS & `resolv.conf`\n', 'h2')[0]?.attributes?.id).toBe('dns--resolvconf');
  });
});

const SAFE_PROTOCOL = /^(?:https?|mailto):$/;

/** The battery that tests/browser draws in a real browser. */
function payloads(): readonly string[] {
  const file = new URL('../../../../tests/browser/payloads.jsonl', import.meta.url);
  return readFileSync(file, 'ascii')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { text: string }).text);
}

function targetOf({ attributes }: Exclude<TreeNode, string>): string {
  return attributes?.href ?? attributes?.source ?? '';
}

describe('what a document cannot do', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'text <b onmouseover="alert(1)">bold</b>',
    '<svg onload=alert(1)><use href="data:x"/></svg>',
    '<base href="//evil.example"><meta http-equiv=refresh content="0;url=//evil.example">',
    '<form id=createElement><input name=action></form>',
  ])('is make an element out of raw HTML: %s', (html) => {
    const blocks = toBlocks(html);
    const tags = new Set(blocks.flatMap(({ node }) => tagsIn(node)));
    expect([...tags].filter((tag) => tag !== 'p')).toEqual([]);
    expect(blocks.map(({ node }) => textOf(node)).join('\n')).toBe(html);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    '&#106;avascript:alert(1)',
    'java&#x09;script:alert(1)',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    '//evil.example',
  ])('is link to %s', (address) => {
    expect(find(`[x](${address}) ![x](${address}) <${address}>\n\n[x][r]\n\n[r]: ${address}\n`, 'a')).toEqual([]);
    expect(find(`![x](<${address}>)`, 'picture')).toEqual([]);
  });

  it('is lead anywhere but to documents, anchors, the web and mail, whatever stands in the battery of payloads', () => {
    const leads = payloads().flatMap((text) => [...find(text, 'a'), ...find(text, 'picture')].map(targetOf));
    expect(leads.length).toBeGreaterThan(20);
    expect(
      leads.filter((target) => !SAFE_PROTOCOL.test(new URL(target, 'https://here.example/d/a.md').protocol)),
    ).toEqual([]);
  });

  it('still links to documents, anchors, the web and mail', () => {
    const links = '[a](./dns.md#x) [b](#top) [c](https://example.org) [d](mailto:a@b.c) [e](../up/dns.md) [f](dns.md)';
    expect(find(links, 'a')).toHaveLength(6);
  });

  it('is load a picture: it becomes a stand-in with its text', () => {
    const [picture] = find('![diagram](https://tracker.example/x.png)', 'picture');
    expect(picture).toEqual({
      tag: 'picture',
      attributes: { source: 'https://tracker.example/x.png' },
      children: ['diagram'],
    });
  });
});
