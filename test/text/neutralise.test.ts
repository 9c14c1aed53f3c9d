import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ADDED_BYTES, neutralise } from '../../core/text/neutralise.ts';

const bytes = (text: string): number => Buffer.byteLength(text);

describe('neutralise', () => {
  it.each([
    ['one invisible character', 'a\u200Bb', 'a[U+200B]b'],
    ['a run of one kind', `a${'\u007F'.repeat(1_000_000)}b`, 'a[U+007F x 1000000]b'],
    ['a run of one kind beyond the basic plane', `a${'\u{E0041}'.repeat(3)}b`, 'a[U+E0041 x 3]b'],
    ['a run of several kinds', 'a\u200B\u200C\u{E0041}b', 'a[3 invisible characters]b'],
    ['a marker', 'a<<<FIRST>>>b', 'a[< x 3]FIRST[> x 3]b'],
    ['a marker with a hole nobody sees', 'a<\u200B<<b', 'a<[U+200B]<<b'],
    ['two brackets', 'a << b >> c', 'a << b >> c'],
    ['line ends', 'a\r\nb\rc', 'a\nb\nc'],
  ])('shows %s', (_name, text, shown) => {
    expect(neutralise(text)).toBe(shown);
  });

  it('names the first 32 runs and takes the rest out, so that nothing grows with their number', () => {
    const shown = neutralise('a\u200B'.repeat(100_000));
    expect(shown.split('[U+200B]')).toHaveLength(33);
    expect(shown.replaceAll('[U+200B]', '')).toBe('a'.repeat(100_000));
    expect(neutralise('<<<a'.repeat(100)).split('[< x 3]')).toHaveLength(33);
  });

  it('leaves no marker and nothing invisible, and is never much longer, whatever the text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('<<<', '＜＜＜', '>>>', '<', '\u200B', '\u007F\u0080', '\u{E0041}', '\r'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join('');
        const shown = neutralise(text);
        expect(shown).not.toMatch(
          /[<\uFE64\uFF1C\u2039\u27E8\u3008]{3}|[>\uFE65\uFF1E\u203A\u27E9\u3009]{3}/u,
        );
        expect(shown).not.toMatch(/[\u007F-\u009F\u200B-\u200F\u{E0000}-\u{E0FFF}]/u);
        expect(bytes(shown)).toBeLessThanOrEqual(bytes(text) + MAX_ADDED_BYTES);
      }),
    );
  });
});
