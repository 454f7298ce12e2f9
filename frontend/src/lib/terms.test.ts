import { describe, expect, it } from 'vitest';
import { bestLine, termPattern, termsOf } from './terms';

describe('the terms of a query', () => {
  it('are its words without the punctuation around them, the longest first, each once', () => {
    expect(termsOf('the port, the "rtl-config.json"?')).toEqual(['rtl-config.json', 'port', 'the']);
  });

  it('are, where a script has no blanks, every two characters side by side', () => {
    expect(termsOf('nginx重启服务')).toEqual(['nginx', '重启服务', '重启', '启服', '服务']);
  });

  it('are found within a run of such a script, and only at the beginning of any other word', () => {
    const found = [...'export 平滑重启nginx 端口 port'.matchAll(termPattern('port 重启') ?? /-/g)];
    expect(found.map(({ index }) => index)).toEqual([9, 20]);
  });
});

describe('the line to look at first', () => {
  const text = 'intro\n\n# Services\nopen port 53\nopen port 51820\nend';

  it('is the one with most of what was sought', () => {
    expect(bestLine(text, { from: 1, to: 6 }, 'port 51820')).toBe(5);
  });

  it('is where the identifier stands, not where the longer word does', () => {
    expect(bestLine('# WireGuard\nport 51820', { from: 1, to: 2 }, 'wireguard 51820')).toBe(2);
  });

  it('lies within the hit’s lines', () => {
    expect(bestLine(text, { from: 1, to: 4 }, 'port 51820')).toBe(4);
  });

  it('is the first when nothing stands there literally', () => {
    expect(bestLine(text, { from: 2, to: 6 }, 'tunnel')).toBe(2);
    expect(bestLine(text, { from: 2, to: 6 }, '')).toBe(2);
  });
});
