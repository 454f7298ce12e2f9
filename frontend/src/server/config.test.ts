import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config';

const good = { GLYPH_WORKBENCH__TOKEN: 't'.repeat(32), GLYPH_SESSION__SECRET: `${'a'.repeat(32)}, ${'b'.repeat(32)}` };

describe('the configuration', () => {
  it('keeps the session secrets in their order and fills in the loopback defaults', () => {
    const config = readConfig(good);
    expect(config.sessionSecrets).toEqual(['a'.repeat(32), 'b'.repeat(32)]);
    expect(config.apiOrigin).toBe('http://127.0.0.1:8765');
    expect(config.publicOrigin.host).toBe('127.0.0.1:3000');
  });

  it('follows the API’s limit of a document, which JSON may make three times as long', () => {
    expect(readConfig(good).saveLimitBytes).toBe(15_000_000);
    expect(readConfig({ ...good, GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES: '20000000' }).saveLimitBytes).toBe(60_000_000);
  });

  it.each([
    ['a missing token', { ...good, GLYPH_WORKBENCH__TOKEN: undefined }],
    ['a short token', { ...good, GLYPH_WORKBENCH__TOKEN: 'short' }],
    ['a missing session secret', { ...good, GLYPH_SESSION__SECRET: '' }],
    ['one short secret in the list', { ...good, GLYPH_SESSION__SECRET: `${'a'.repeat(32)},short` }],
    ['a placeholder', { ...good, GLYPH_SESSION__SECRET: 'change-me-change-me-change-me-change-me' }],
    ['a limit that is no number', { ...good, GLYPH_CORPUS__DOCUMENT_LIMIT_BYTES: '5 MB' }],
    ['an address that is none', { ...good, GLYPH_API__ORIGIN: 'not an address' }],
  ])('refuses %s', (_what, environment) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
  });
});
