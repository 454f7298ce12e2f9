/** Writes src/components/icon-shapes.ts from @vscode/codicons (CC-BY-4.0), so that no icon font meets Monaco's own. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NAMES = [
  'book',
  'check',
  'chevron-down',
  'chevron-right',
  'circle-filled',
  'circle-slash',
  'close',
  'color-mode',
  'copy',
  'database',
  'diff',
  'edit',
  'debug-stop',
  'discard',
  'error',
  'eye',
  'files',
  'file-text',
  'folder',
  'folder-opened',
  'history',
  'info',
  'link',
  'list-selection',
  'list-tree',
  'loading',
  'lock',
  'new-file',
  'open-preview',
  'pass',
  'pinned',
  'preview',
  'refresh',
  'save',
  'search',
  'sign-out',
  'split-horizontal',
  'sync',
  'trash',
  'warning',
];

const fromRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Icons are drawn at 16 px: more than two digits after the point nobody sees, and every page load carries them. */
function rounded(path) {
  return path.replace(/\d+\.\d+/g, (number) => String(Number(Number(number).toFixed(2))));
}

function shape(name) {
  const svg = readFileSync(fromRoot(`node_modules/@vscode/codicons/src/icons/${name}.svg`), 'utf8');
  const box = /viewBox="0 0 (\d+) \d+"/.exec(svg)?.[1] ?? '16';
  const paths = [...svg.matchAll(/<path[^>]* ?d="([^"]+)"/g)].map((match) => rounded(match[1]));
  return `  '${name}': { box: ${box}, paths: ${JSON.stringify(paths)} },`;
}

const lines = [
  '// Made by scripts/build-icons.mjs from @vscode/codicons (Microsoft, CC-BY-4.0). Do not edit.',
  'export const ICON_SHAPES = {',
  ...NAMES.map(shape),
  '} as const;',
  '',
];
writeFileSync(fromRoot('src/components/icon-shapes.ts'), lines.join('\n'));
