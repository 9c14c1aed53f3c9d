import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrittenText } from '../../../core/pipeline/follow/written-text.ts';
import { markOf, NO_TEXTS } from '../../../core/text/long-text.ts';
import { newBatch, shelve } from '../../../core/text/shelve-text.ts';

/** Lengths about the block and about the long text, and characters of one and two units. */
const anyPiece = fc
  .tuple(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
    fc.constantFrom(1, 1, 1, 2_000, 8_191, 16_384),
  )
  .map(([text, times]) => text.repeat(Math.ceil(times / text.length)));

function written(pieces: readonly string[]): WrittenText {
  const text = new WrittenText();
  for (const piece of pieces) text.append(piece);
  return text;
}

/** As a provider may cut it: anywhere, also within a character. */
function cut(whole: string, places: readonly number[]): readonly string[] {
  const at = [
    0,
    ...places.map((place) => place % (whole.length + 1)).toSorted((a, b) => a - b),
    whole.length,
  ];
  return at.slice(1).map((end, index) => whole.slice(at[index], end));
}

describe('a text while it is written', () => {
  it('is read from any place as it was written, whole characters at a time', () => {
    fc.assert(
      fc.property(
        fc.array(anyPiece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.integer({ min: 2, max: 70_000 }),
        (whole, places, most) => {
          const text = written(cut(whole, places));
          let read = '';
          for (;;) {
            const part = text.slice(read.length, most);
            if (part === '') break;
            expect(part.length).toBeLessThanOrEqual(most);
            if (whole.isWellFormed()) expect(part.isWellFormed()).toBe(true);
            read += part;
          }
          expect(read.length).toBe(text.length);
          // Half a character at the end waits for its other half.
          expect(whole.startsWith(read)).toBe(true);
          expect(whole.length - read.length).toBeLessThanOrEqual(whole.isWellFormed() ? 0 : 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is recognised in its output, short or put away, and in no other', () => {
    fc.assert(
      fc.property(
        fc.array(anyPiece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.nat(),
        (whole, places, changed) => {
          const mark = markOf(newBatch(), 0);
          const store = new Map([[mark, shelve(whole)]]);
          const isSame = (output: string, texts = store): boolean =>
            written(cut(whole, places)).isSameAs(output, texts);
          expect(isSame(whole, new Map())).toBe(true);
          expect(isSame(mark)).toBe(true);
          const place = changed % (whole.length + 1);
          for (const other of [`${whole}x`, `${whole.slice(0, place)}\u0001${whole.slice(place + 1)}`]) {
            expect(isSame(other, new Map())).toBe(other === whole);
            store.set(mark, shelve(other));
            expect(isSame(mark)).toBe(other === whole);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is another than a text beside a mark', () => {
    const mark = markOf(newBatch(), 0);
    expect(written(['ab']).isSameAs(`a${mark}`, new Map([[mark, shelve('b')]]))).toBe(false);
    expect(written([]).isSameAs('', NO_TEXTS)).toBe(true);
  });
});
