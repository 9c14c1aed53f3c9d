import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { readPieces } from '../../core/text/read-pieces.ts';
import { shelve } from '../../core/text/shelve-text.ts';
import { cases } from '../support/whole-run.ts';

/** As long in JSON as a piece may be. */
const PIECE_CHARACTERS = 49_152;

it('a long text comes in pieces that are the text, none of them long', () => {
  const unit = fc.constantFrom('a', '\\', '"', '\n', '\u0001', 'ß', '€', '🙂', '\ud83d');
  fc.assert(
    fc.property(fc.string({ unit, minLength: 1, maxLength: 12 }), fc.nat(12), (repeated, shift) => {
      const text = 'x'.repeat(shift) + repeated.repeat(Math.ceil(120_000 / repeated.length));
      const pieces = [...readPieces(shelve(text))];
      expect(pieces.join('') === text).toBe(true);
      expect(pieces.length).toBeGreaterThan(1);
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(PIECE_CHARACTERS);
      // A character that was whole is whole.
      if (text.isWellFormed()) expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
    }),
    { numRuns: cases(40) },
  );
});

it('an empty text has none', () => {
  expect([...readPieces(shelve(''))]).toEqual([]);
});
