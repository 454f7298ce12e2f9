// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what looks like a template is shell.
import { describe, expect, it } from 'vitest';
import { fillIn, placeholdersIn } from './placeholders';

const names = (code: string, language = 'bash') => placeholdersIn(code, language).map(({ name }) => name);

describe('what has to be filled in', () => {
  it('are names in angle brackets and variables in capitals, each once', () => {
    expect(names('wg set wg0 peer <public key> endpoint $HOST:${PORT} # <public key>')).toEqual([
      'public key',
      'HOST',
      'PORT',
    ]);
  });

  it('are not variables that the code or the shell sets', () => {
    expect(names('KEY=$(wg genkey)\nfor NODE in a b; do echo $KEY $NODE $HOME $TOKEN; done')).toEqual(['TOKEN']);
  });

  it('are not elements, redirections or comparisons', () => {
    expect(names('<host>x</host>')).toEqual([]);
    expect(names('<div>', 'html')).toEqual([]);
    expect(names('mysql db < dump.sql > out.txt; [ 1 < 2 ]')).toEqual([]);
  });

  it('stand in the copied code; what is left open stays as it is', () => {
    const values = { 'public key': 'abc=', HOST: 'edge-01', PORT: '' };
    expect(fillIn('peer <public key> at $HOST:${PORT} for <name>', values)).toBe(
      'peer abc= at edge-01:${PORT} for <name>',
    );
  });
});
