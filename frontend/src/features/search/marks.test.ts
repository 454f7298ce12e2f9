import { describe, expect, it } from 'vitest';
import { markTerms } from './marks';

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
