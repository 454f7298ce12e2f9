/** The package ships no types of its own. */
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it';

  export default function footnotes(markdown: MarkdownIt): void;
}
