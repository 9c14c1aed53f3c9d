import { describe, expect, it } from 'vitest';
import { cutTo, onOneLine, printableLines, widthOf, wrapLines } from '../../core/terminal/printable-text.ts';

describe('a text for one line', () => {
  it.each([
    ['line\r\nbreaks\tand   spaces ', 'line breaks and spaces'],
    ['\u001B[31mred\u001B[0m', 'red'],
    ['\u001B]8;;http://example.test\u0007link\u001B]8;;\u0007', 'link'],
    ['a\u0007b\u0008c\u007Fd', 'abcd'],
    ['\u202Ereversed\u2066', 'reversed'],
    ['family 👨‍👩‍👧 stays', 'family 👨‍👩‍👧 stays'],
  ])('makes of %j %j', (text, expected) => {
    expect(onOneLine(text)).toBe(expected);
  });

  it('looks at no more of a long text than a line can show', () => {
    expect(onOneLine('x'.repeat(1_000_000)).length).toBeLessThan(10_000);
  });
});

describe('a text of several lines', () => {
  it('keeps its lines and tabs, and nothing else that is not printed', () => {
    const text = 'one\r\n\ttwo\rthree\u001B[2J\u001B]0;owned\u0007\u009B31m\u0008 \u202Eback\u0000';
    expect(printableLines(text)).toBe('one\n\ttwo\nthree back');
  });
});

describe('its width', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['日本', 4],
    ['🙂', 2],
    ['👨‍👩‍👧', 2],
    ['e\u0301', 1],
  ])('of %j is %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width);
  });

  it.each([
    ['fits', 4, 'fits'],
    ['too long', 4, 'too…'],
    ['日本語', 4, '日…'],
    ['anything', 1, '…'],
    ['anything', 0, ''],
  ])('cuts %j to %i columns', (text, columns, expected) => {
    expect(cutTo(text, columns)).toBe(expected);
    expect(widthOf(cutTo(text, columns))).toBeLessThanOrEqual(columns);
  });
});

it('breaks lines between words, but no code and no coloured line that fits', () => {
  const kept = ['  an indented line', '\u001B[2ma name\u001B[22m', '```', 'let code = "stay";', '```'];
  expect(wrapLines(['one two three four', ...kept].join('\n'), 10).split('\n')).toEqual([
    'one two',
    'three four',
    ...kept,
  ]);
});
