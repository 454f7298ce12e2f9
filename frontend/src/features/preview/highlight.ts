import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import nginx from 'highlight.js/lib/languages/nginx';
import python from 'highlight.js/lib/languages/python';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import type { TreeNode } from './tree';

/** The languages of infrastructure runbooks; any other fence stays plain. */
const lowlight = createLowlight({
  bash,
  css,
  diff,
  dockerfile,
  go,
  ini,
  javascript,
  json,
  nginx,
  python,
  sql,
  typescript,
  xml,
  yaml,
});
lowlight.registerAlias({
  bash: ['shell', 'console', 'shellscript', 'shell-session'],
  ini: ['systemd', 'conf', 'properties', 'env', 'dotenv'],
  nginx: ['nginxconf'],
});

/** Colouring a huge log would hold the worker up for nothing. */
const LONGEST_CODE = 50_000;

/** The code as text and spans with highlight.js classes, the last line end dropped. */
export function highlight(code: string, language: string): readonly TreeNode[] {
  const text = code.replace(/\n$/, '');
  if (text.length > LONGEST_CODE || !lowlight.registered(language)) return [text];
  return lowlight.highlight(language, text).children.flatMap(fromHast);
}

interface HastNode {
  readonly type: string;
  readonly value?: string;
  readonly properties?: { className?: unknown };
  readonly children?: readonly HastNode[];
}

function fromHast(node: HastNode): readonly TreeNode[] {
  if (node.type === 'text') return [node.value ?? ''];
  if (node.type !== 'element') return [];
  const classes = Array.isArray(node.properties?.className) ? node.properties.className.join(' ') : '';
  return [{ tag: 'span', attributes: { class: classes }, children: (node.children ?? []).flatMap(fromHast) }];
}
