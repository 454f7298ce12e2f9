import type { Theme } from '@/lib/theme';
import { longHex } from './long-hex';
import type { Monaco } from './monaco';

/** Monaco's themes, made from the colours in tokens.css, so that both sides of the workbench are one. */
const COLOR_IDS = [
  'foreground',
  'descriptionForeground',
  'errorForeground',
  'focusBorder',
  'editor.background',
  'editor.foreground',
  'editor.selectionBackground',
  'editor.inactiveSelectionBackground',
  'editor.lineHighlightBackground',
  'editor.rangeHighlightBackground',
  'editor.findMatchBackground',
  'editor.findMatchHighlightBackground',
  'editorCursor.foreground',
  'editorLineNumber.foreground',
  'editorLineNumber.activeForeground',
  'editorLineNumber.dimmedForeground',
  'editorIndentGuide.background1',
  'editorWhitespace.foreground',
  'editorWidget.background',
  'editorWidget.border',
  'editorStickyScroll.background',
  'menu.background',
  'menu.foreground',
  'menu.border',
  'menu.separatorBackground',
  'menu.selectionBackground',
  'menu.selectionForeground',
  'diffEditor.insertedLineBackground',
  'diffEditor.insertedTextBackground',
  'diffEditor.removedLineBackground',
  'diffEditor.removedTextBackground',
  'diffEditor.unchangedRegionBackground',
  'scrollbarSlider.background',
  'scrollbarSlider.hoverBackground',
  'scrollbarSlider.activeBackground',
  'input.background',
  'input.border',
  'list.hoverBackground',
  'list.activeSelectionBackground',
  'list.activeSelectionForeground',
  'textLink.foreground',
  'button.background',
  'button.foreground',
] as const;

const BRACKETS = [1, 2, 3, 4, 5, 6].map((level) => `editorBracketHighlight.foreground${level}`);

/** Monaco's token names, each with the colour it takes. */
const TOKENS: readonly (readonly [string, string])[] = [
  ['keyword.md', 'heading'],
  ['keyword', 'keyword'],
  ['string', 'string'],
  ['string.link.md', 'link'],
  ['variable.md', 'string'],
  ['number', 'number'],
  ['comment', 'comment'],
  ['type', 'type'],
  ['tag', 'keyword'],
  ['metatag', 'comment'],
  ['predefined', 'type'],
  ['constant', 'number'],
  ['regexp', 'string'],
  ['annotation', 'attribute'],
  ['variable', 'variable'],
  ['attribute.name', 'attribute'],
  ['attribute.value', 'string'],
  ['string.key.json', 'attribute'],
];

/** Shows the theme that is on the page. Call it after `data-theme` has changed. */
export function applyTheme(monaco: Monaco, theme: Theme): void {
  const name = `glyph-${theme}`;
  const css = getComputedStyle(document.documentElement);
  const colorOf = (variable: string) => longHex(css.getPropertyValue(`--${variable}`));
  monaco.editor.defineTheme(name, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    colors: {
      ...Object.fromEntries(COLOR_IDS.map((id) => [id, colorOf(id.replace('.', '-'))])),
      // Lines part the panes; a shadow beside each of them would be one more.
      'scrollbar.shadow': '#00000000',
      // Brackets in prose are punctuation, not structure: no colours of their own.
      ...Object.fromEntries(BRACKETS.map((id) => [id, colorOf('editor-foreground')])),
    },
    rules: [
      { token: '', foreground: bare(colorOf('editor-foreground')) },
      ...TOKENS.map(([token, color]) => ({ token, foreground: bare(colorOf(`token-${color}`)) })),
    ],
  });
  monaco.editor.setTheme(name);
}

/** Token rules take hex digits without the hash. */
function bare(hex: string): string {
  return hex.replace('#', '');
}
