import { describe, expect, it } from 'vitest';
import { lineFinder, quoteProblem } from '../../core/terminal/quote-source.ts';

/** What is said of a place in a file of one line, without the sentence itself. */
function quoteOf(text: string, column: number, line = 1): string {
  const problem = { file: 'a.yaml', line, column, path: '/x', message: 'is wrong' };
  const [printed, ...rest] = quoteProblem(problem, lineFinder(new Map([['a.yaml', text]]))).split('\n');
  expect(printed).toBe(`a.yaml:${line}:${column} /x: is wrong`);
  return rest.join('\n');
}

describe('a quoted problem', () => {
  it.each([
    ['a word', 'group: quick # no', 8, '^^^^^'],
    ['a text in quotes', 'price: { input: "0 .15", output: "1" }', 17, '^^^^^^^'],
    ['an escaped quote', 'a: "x\\"y" # z', 4, '^^^^^^'],
    ['a key, without its colon', 'colour: blue', 1, '^^^^^^'],
    ['a bracket', 'price: { input: "1" }', 8, '^'],
    ['a value in a list', 'models: [first, second]', 10, '^^^^^'],
    ['the end of the line', 'group:', 7, '^'],
  ])('has carets under %s', (_name, text, column, carets) => {
    expect(quoteOf(text, column)).toBe(`    1 | ${text}\n      | ${' '.repeat(column - 1)}${carets}\n`);
  });

  it('finds its line, whatever the line endings', () => {
    expect(quoteOf('a: 1\r\nb: 2\r\nc: 3\r\n', 4, 2)).toBe('    2 | b: 2\n      |    ^\n');
  });

  it('keeps the caret under wide characters', () => {
    expect(quoteOf('name: 日本 # x', 7)).toBe('    1 | name: 日本 # x\n      |       ^^^^\n');
    expect(quoteOf('a: { 日本: x }', 10)).toBe(`    1 | a: { 日本: x }\n      | ${' '.repeat(11)}^\n`);
  });

  it('shows a window of a long line', () => {
    const text = `${'x'.repeat(500)} here ${'y'.repeat(500)}`;
    const [line = '', carets = ''] = quoteOf(text, 502).split('\n');
    expect(line.length).toBeLessThan(120);
    expect(line.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('here');
    expect([line.includes('| …x'), line.endsWith('y…')]).toEqual([true, true]);
  });

  it('lets nothing act on the terminal', () => {
    const text = 'a:\t\u001B[31mred\u202E # \u0007';
    const [line = ''] = quoteOf(text, 4).split('\n');
    // oxlint-disable-next-line no-control-regex
    expect(line).not.toMatch(/[\u0000-\u001F\u202E]/);
    expect(line).toContain('red');
  });

  it('is the sentence alone where there is no such line', () => {
    expect(quoteOf('a: 1', 1, 9)).toBe('');
    expect(quoteOf('\n\n', 1, 2)).toBe('');
    const problem = { file: 'manifests', line: 1, column: 1, path: '', message: 'there is no manifest' };
    expect(quoteProblem(problem, lineFinder(new Map()))).toBe('manifests:1:1: there is no manifest\n');
  });
});
