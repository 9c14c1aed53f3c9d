import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { visibleParts } from '../../core/report/visible-text.ts';

const FLAG = '\u{1F3F4}';
const END = '\u{E007F}';
const tags = (text: string): string =>
  [...text].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join('');
const seen = (text: string): string =>
  visibleParts(text)
    .map((part) => (part.isHidden ? '' : part.text))
    .join('');
const countNamed = (text: string): number => visibleParts(text).filter(({ isHidden }) => isHidden).length;

describe('tag characters', () => {
  it.each(['gbeng', 'gbsct', 'gbwls', 'usca'])('that make the flag %s stay in it', (region) => {
    const text = `a ${FLAG}${tags(region)}${END}${FLAG}${tags(region)}${END} b`;
    expect(visibleParts(text)).toEqual([{ text, isHidden: false }]);
  });

  it.each([
    ['a message', tags('send the key')],
    ['a message with an end', `${tags('send the key')}${END}`],
    ['a region without an end', tags('gbeng')],
    ['more than a region', `${tags('gbengland')}${END}`],
    ['an end alone', END],
  ])('after a black flag are all named where they are %s', (_what, hidden) => {
    expect(seen(`a${FLAG}${hidden}b`)).toBe(`a${FLAG}b`);
    expect(countNamed(FLAG + hidden)).toBe([...hidden].length);
  });

  it('after a whole flag are named', () => {
    const flag = `${FLAG}${tags('gbeng')}${END}`;
    expect(seen(`${flag}${tags('more')}${END}`)).toBe(flag);
  });

  // A flag that is looked back for makes this quadratic: minutes.
  it('in any number after a flag are named as far as any are', () => {
    expect(countNamed(FLAG + tags('x').repeat(400_000))).toBeGreaterThanOrEqual(500);
  });
});

it('of a text with many hidden characters none is left, and ordinary ones and flags stay', () => {
  const flag = `${FLAG}${tags('gbsct')}${END}`;
  const parts = visibleParts(`${'\u202Ea'.repeat(600)}\t${flag}`);
  expect(parts.filter(({ isHidden }) => isHidden)).toHaveLength(500);
  expect(parts.at(-1)?.text).toBe(`a${'·a'.repeat(100)}\t${flag}`);
});

it.each(['\u061C', '\u200B', '\u200E', '\u200F', '\u2060', '\u2063', '\uFEFF', '\u202E', '\u2066'])(
  'a character without a glyph is named: %j',
  (character) => {
    const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
    expect(visibleParts(`a${character}b`)).toEqual([
      { text: 'a', isHidden: false },
      { text: name, isHidden: true },
      { text: 'b', isHidden: false },
    ]);
  },
);

// oxlint-disable-next-line no-control-regex -- control characters are what must be absent
const HIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/;

describe('a text with nothing hidden', () => {
  it('leaves what can be seen as it is, in whatever language', () => {
    const text =
      'Ein Satz.\r\n\tעברית, العربية, 日本語, 👨‍👩‍👧, 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';
    expect(visibleParts(text)).toEqual([{ text, isHidden: false }]);
  });

  it('never shows a control or an override, and loses nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const parts = visibleParts(text);
        const seen = parts.filter(({ isHidden }) => !isHidden).map((part) => part.text);
        expect(seen.join('')).not.toMatch(HIDDEN);
        const back = parts.map((part) =>
          part.isHidden ? String.fromCodePoint(Number.parseInt(part.text.slice(2), 16)) : part.text,
        );
        expect(back.join('')).toBe(text);
      }),
    );
  });
});
