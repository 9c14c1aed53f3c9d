import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WrittenText } from '../../../core/pipeline/follow/written-text.ts';
import { cases } from '../../support/whole-run.ts';

/** Lengths about the block and about the long text, and characters of one and two units. */
const anyPiece = fc
  .tuple(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
    fc.constantFrom(1, 1, 1, 2_000, 8_191, 16_384),
  )
  .map(([text, times]) => text.repeat(Math.ceil(times / text.length)));

function isSame(text: WrittenText, output: string): boolean {
  const steps = text.compare(output);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

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
  it('takes a byte for each unit, and two once one is not in Latin-1', () => {
    const text = written(['\u0001', 'é']);
    expect(text.byteLength).toBe(2);
    text.append('\u4e2d');
    expect(text.byteLength).toBe(6);
  });

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
      { numRuns: cases(60) },
    );
  });

  it('is recognised in its output, and in no other', () => {
    fc.assert(
      fc.property(
        fc.array(anyPiece, { maxLength: 6 }).map((pieces) => pieces.join('')),
        fc.array(fc.nat(), { maxLength: 8 }),
        fc.nat(),
        (whole, places, changed) => {
          const place = changed % (whole.length + 1);
          const others = [whole, `${whole}x`, `${whole.slice(0, place)}\u0001${whole.slice(place + 1)}`];
          for (const output of others)
            expect(isSame(written(cut(whole, places)), output)).toBe(output === whole);
        },
      ),
      { numRuns: cases(60) },
    );
  });

  it('is nothing as long as nothing was written', () => {
    expect(isSame(written([]), '')).toBe(true);
    expect(isSame(written([]), 'a')).toBe(false);
  });

  it('is compared with a very long one in many short steps', () => {
    const long = '"é\n🙂"'.repeat(1_000_000);
    const steps = [...written([long]).compare(long)];
    expect(steps.length).toBeGreaterThan(20);
  });
});
