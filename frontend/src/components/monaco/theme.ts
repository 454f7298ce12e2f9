import type { Theme } from '@/lib/theme';
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
  ['variable', 'variable'],
  ['attribute.name', 'attribute'],
  ['attribute.value', 'string'],
  ['string.key.json', 'attribute'],
];

/** Shows the theme that is on the page. Call it after `data-theme` has changed. */
export function applyTheme(monaco: Monaco, theme: Theme): void {
  const name = `glyph-${theme}`;
  const css = getComputedStyle(document.documentElement);
  const colorOf = (variable: string) => css.getPropertyValue(`--${variable}`).trim();
  monaco.editor.defineTheme(name, {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    colors: Object.fromEntries(COLOR_IDS.map((id) => [id, colorOf(id.replace('.', '-'))])),
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
