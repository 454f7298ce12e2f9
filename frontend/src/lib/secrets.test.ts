import { describe, expect, it } from 'vitest';
import { secretsOf, valuesToHide } from './secrets';

describe('the secrets of a text', () => {
  it('are what stands where its redacted form has markers', () => {
    const text = 'user: app\npassword: hunter2!\nurl: pg://app:hunter2!@db/x?k=abcd1234';
    const redacted =
      'user: app\npassword: ⟦secret:password⟧\nurl: pg://app:⟦secret:url-password⟧@db/x?k=⟦secret:token⟧';
    expect(secretsOf(text, redacted)).toEqual([
      { rule: 'password', line: 2, value: 'hunter2!' },
      { rule: 'url-password', line: 3, value: 'hunter2!' },
      { rule: 'token', line: 3, value: 'abcd1234' },
    ]);
  });

  it('of several lines have an entry for each', () => {
    const text = 'key: "-----BEGIN\nAAAA\nBBBB"\nend';
    const redacted = 'key: "⟦secret:private-key⟧\n\n"\nend';
    expect(secretsOf(text, redacted).map(({ line, value }) => [line, value])).toEqual([
      [1, '-----BEGIN'],
      [2, 'AAAA'],
      [3, 'BBBB'],
    ]);
  });

  it('cannot be told when the texts do not lie beside each other', () => {
    expect(secretsOf('a\nb', 'a')).toEqual([]);
    expect(secretsOf('other text', 'password: ⟦secret:password⟧')).toEqual([]);
  });

  it('are hidden once each, the longest first, and not where that would hide half of the text', () => {
    const secrets = ['on', 'hunter2!', 'pg://hunter2!', 'hunter2!'].map((value) => ({ rule: 'r', line: 1, value }));
    expect(valuesToHide(secrets)).toEqual(['pg://hunter2!', 'hunter2!']);
  });
});
