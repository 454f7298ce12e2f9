import { expect, it } from 'vitest';
import type { ShownChunk } from '@/lib/api/types';
import { partsOf, rowsOf } from './chunk-rows';

const chunk = (line_from: number, line_to: number): ShownChunk => ({
  heading_path: ['A'],
  line_from,
  line_to,
  tokens: 1,
  text: '',
  above: null,
  below: null,
});

it('shows every line once beside its chunk, and lines in no chunk by themselves unless they are blank', () => {
  const text = ['---', 'title: A', '---', '# A', 'one', '', 'two'].join('\n');
  const rows = rowsOf(text, [chunk(4, 5), chunk(7, 7)]);
  expect(rows.map(({ from, to, chunk: made }) => [from, to, made !== null])).toEqual([
    [1, 3, false],
    [4, 5, true],
    [7, 7, true],
  ]);
  expect(rows[1]?.lines).toEqual(['# A', 'one']);
});

it('shows a line that was cut beside each of its chunks', () => {
  expect(rowsOf('long', [chunk(1, 1), chunk(1, 1)]).map(({ from, to }) => [from, to])).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

it('tells what redaction put there from the text around it', () => {
  expect(partsOf('key = ⟦secret:api-key⟧;')).toEqual([
    { text: 'key = ', redacted: false },
    { text: '⟦secret:api-key⟧', redacted: true },
    { text: ';', redacted: false },
  ]);
});
