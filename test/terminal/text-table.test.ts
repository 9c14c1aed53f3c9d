import { expect, it } from 'vitest';
import { PLAIN } from '../../core/terminal/paint.ts';
import { widthOf } from '../../core/terminal/printable-text.ts';
import { textTable } from '../../core/terminal/text-table.ts';

const ID = '019aa8f0-5c1e-7b3a-9d44-2f6c0f0a7e11';
const rows = [
  [ID, 'a model with a long name', 'a prompt that goes on and on and on and on'].map((text) => ({ text })),
  [ID, '漢字', 'short'].map((text) => ({ text })),
];
const headings = ['id', 'models', 'prompt'];

it.each([80, 100, 120])('fits %i columns, and cuts no first column', (maxWidth) => {
  const text = textTable(rows, { headings, maxWidth, dropsColumns: true, paint: PLAIN });
  const lines = text.trimEnd().split('\n');
  // The last column is cut while 20 columns are left for it, and left out after that.
  expect(lines[0]).toMatch(maxWidth === 80 ? /models$/ : /prompt$/);
  expect(lines[1]).toContain('  a model with a long name');
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(maxWidth);
  expect(lines.slice(1).every((line) => line.startsWith(`${ID}  `))).toBe(true);
});

it('goes on below with what wraps in the last column', () => {
  const [row = []] = rows;
  const wrapping = [row.map((cell) => ({ ...cell, wraps: true }))];
  const text = textTable(wrapping, { headings, maxWidth: 90, dropsColumns: true, paint: PLAIN });
  expect(text.trimEnd().split('\n').slice(1)).toEqual([
    `${ID}  a model with a long name  a prompt that goes on and`,
    `${' '.repeat(ID.length + 28)}on and on and on`,
  ]);
});

it('leaves a table as it is that fits, or whose width does not matter', () => {
  const whole = textTable(rows, { headings, paint: PLAIN });
  expect(whole).toContain('a prompt that goes on and on and on and on');
  expect(textTable(rows, { headings, maxWidth: 200, paint: PLAIN })).toBe(whole);
});
