import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesAt, decodedSize } from '../../core/workers/canonical-base64.ts';
import { cases } from '../support/whole-run.ts';

const ascii = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** Node's decoder is lenient, so base64 is canonical only if Node encodes the bytes to the same text. */
function isCanonical(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64').toString('base64') === text;
}

describe('decodedSize', () => {
  it.each([
    ['aGk=', 2],
    ['aGkh', 3],
    ['aA==', 1],
    ['+/+/', 3],
  ])('of %j is %i', (text, size) => {
    expect(decodedSize(ascii(text))).toBe(size);
  });

  it.each([
    ['nothing', ''],
    ['no padding', 'aGk'],
    ['padding alone', '===='],
    ['three padding characters', 'a==='],
    ['padding in the middle', 'aA==aGkh'],
    ['padding before a digit', 'aG=h'],
    ['bits left over before one', 'aGl='],
    ['bits left over before two', 'aB=='],
    ['a line break', 'aGkh\naGkh'],
    ['a line break at a multiple of four', 'aGkhaGk\n'],
    ['the alphabet for URLs', 'a-_h'],
    ['noise', '!!!!aGk=@@'],
    ['a NUL', 'aGk\0'],
    ['a byte beyond ASCII', 'aGk\u00e1'],
    ['a quote', 'aGk"'],
  ])('refuses %s', (_name, text) => {
    expect(decodedSize(ascii(text))).toBeUndefined();
  });

  it('finds one wrong byte at any place', () => {
    const good = Buffer.from(Buffer.alloc(3_000, 0xa5).toString('base64'));
    for (let index = 0; index < good.length; index += 1) {
      const bad = Buffer.from(good);
      bad[index] = 0x2a;
      expect(decodedSize(bad)).toBeUndefined();
    }
  });

  it('agrees with Node’s encoder, for every file', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 5_000 }), (file) => {
        expect(decodedSize(Buffer.from(Buffer.from(file).toString('base64')))).toBe(file.length);
      }),
    );
  });

  it('agrees with Node’s encoder, for every text', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'B', 'z', '9', '+', '/', '=', '-', '\n', ' ') });
    fc.assert(
      fc.property(fc.oneof(text, fc.base64String()), (candidate) => {
        expect(decodedSize(ascii(candidate)) !== undefined).toBe(isCanonical(candidate));
      }),
      { numRuns: cases(1_000) },
    );
  });
});

describe('bytesAt', () => {
  it('is the part of the file, wherever it begins and ends', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 300 }),
        fc.nat(320),
        fc.nat(320),
        (file, from, length) => {
          const base64 = Buffer.from(Buffer.from(file).toString('base64'));
          const part = bytesAt({ base64, sizeBytes: file.length }, from, length);
          expect([...part]).toEqual([...file.subarray(from, from + length)]);
        },
      ),
    );
  });

  it('reads a file that is a part of larger memory', () => {
    const memory = Buffer.from(`....${Buffer.from('a whole file').toString('base64')}....`);
    const base64 = memory.subarray(4, -4);
    expect(bytesAt({ base64, sizeBytes: 12 }, 2, 5).toString()).toBe('whole');
  });
});
