import { describe, expect, it } from 'vitest';
import { aroundMatch, markTerms, withoutScaffolding } from './marks';

const marked = (quote: string, query: string) =>
  markTerms(quote, query)
    .filter((part) => part.marked)
    .map(({ text }) => text);

describe('the marks in a quote', () => {
  it('stand on the query’s terms, whatever their case', () => {
    expect(marked('Open port 51820/udp on the Edge node.', 'port 51820 EDGE')).toEqual(['port', '51820', 'Edge']);
  });

  it('begin where a word begins', () => {
    expect(marked('export ports', 'port')).toEqual(['port']);
  });

  it('prefer the longest term', () => {
    expect(marked('run wg-quick up', 'wg wg-quick')).toEqual(['wg-quick']);
  });

  it('read no query as a pattern', () => {
    expect(marked('a+b (c) [d]', '.* (c) [d')).toEqual([]);
    expect(marked('rtl-config.json rtlxconfigxjson', 'rtl-config.json')).toEqual(['rtl-config.json']);
  });

  it('change nothing of the quote', () => {
    const quote = '| port | 51820 |\n';
    expect(
      markTerms(quote, 'port 51820')
        .map(({ text }) => text)
        .join(''),
    ).toBe(quote);
  });
});

describe('a long quote', () => {
  const shown = (quote: string, query: string) =>
    aroundMatch(markTerms(quote, query))
      .map(({ text }) => text)
      .join('');

  it('begins shortly before the match, at a word', () => {
    const quote = `${'many words before it '.repeat(12)}the port 51820 is open`;
    expect(shown(quote, '51820')).toMatch(/^… \w.*port 51820 is open$/);
    expect(shown(quote, '51820').indexOf('51820')).toBeLessThan(64);
  });

  it('spends at most one line end on what stands before the match', () => {
    expect(shown('one\ntwo\nthree\nport 51820', '51820')).toBe('… three\nport 51820');
  });

  it('is shown from its beginning when the match stands there, or nothing matches', () => {
    for (const quote of [`51820 ${'and so on '.repeat(30)}`, 'nothing of it '.repeat(30)])
      expect(shown(quote, '51820')).toBe(quote);
  });

  it('shows the longest of several terms', () => {
    const quote = `the port ${'of something else '.repeat(12)}rtl-config.json`;
    expect(shown(quote, 'port rtl-config.json')).toMatch(/^… .*rtl-config\.json$/);
  });
});

describe('a quote', () => {
  it('spends none of its few lines on what only holds Markdown together', () => {
    const quote = 'Run on the hub:\n\n```bash\nwg show wg0\n```\n\n| a | b |\n|---|:-:|\n| 1 | 2 |\n';
    expect(withoutScaffolding(quote)).toBe('Run on the hub:\nwg show wg0\n| a | b |\n| 1 | 2 |');
  });

  it('keeps lists, options and code that only look like it', () => {
    const quote = '- one\n--help\n`code` and text\n| cell |';
    expect(withoutScaffolding(quote)).toBe(quote);
  });
});
