import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  picoUsdPerQuery,
  picoUsdPerToken,
  scaledInteger,
  thousandths,
} from '../../../core/manifests/load/decimals.ts';
import { cases } from '../../support/whole-run.ts';

/** The parts of a price that the manifest schema allows. */
const price = fc.record({
  whole: fc.integer({ min: 0, max: 99_999 }),
  fraction: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 6 })),
});

function written({ whole, fraction }: { whole: number; fraction: string | null }): string {
  return fraction === null ? String(whole) : `${whole}.${fraction}`;
}

/** The expected integer: the digits times the remaining power of ten. */
function exact({ whole, fraction }: { whole: number; fraction: string | null }, places: number): bigint {
  const digits = fraction ?? '';
  const numerator = BigInt(whole) * 10n ** BigInt(digits.length) + BigInt(digits === '' ? '0' : digits);
  return numerator * 10n ** BigInt(places - digits.length);
}

describe('a price', () => {
  test('per million tokens becomes pico-USD per token, exactly', () => {
    fc.assert(
      fc.property(price, (parts) => {
        const pico = picoUsdPerToken(written(parts));
        expect(Number.isSafeInteger(pico)).toBe(true);
        expect(BigInt(pico)).toBe(exact(parts, 6));
      }),
      { numRuns: cases(2000) },
    );
  });

  test('per thousand queries becomes pico-USD per query, exactly', () => {
    fc.assert(
      fc.property(price, (parts) => {
        const pico = picoUsdPerQuery(written(parts));
        expect(Number.isSafeInteger(pico)).toBe(true);
        expect(BigInt(pico)).toBe(exact(parts, 9));
      }),
      { numRuns: cases(2000) },
    );
  });

  test('keeps the order of prices', () => {
    fc.assert(
      fc.property(price, price, (a, b) => {
        const order = exact(a, 6) < exact(b, 6);
        expect(picoUsdPerToken(written(a)) < picoUsdPerToken(written(b))).toBe(order);
      }),
    );
  });

  it.each([
    ['0.15', 150_000],
    ['0.00875', 8_750],
    ['0.000001', 1],
    ['3.00', 3_000_000],
    ['0.1', 100_000],
    ['0.3', 300_000],
    ['99999.999999', 99_999_999_999],
    ['0', 0],
  ])('of %s USD per million tokens is %d', (text, pico) => {
    expect(picoUsdPerToken(text)).toBe(pico);
  });

  it.each([
    ['14.00', 14_000_000_000],
    ['0.01', 10_000_000],
  ])('of %s USD per thousand queries is %d', (text, pico) => {
    expect(picoUsdPerQuery(text)).toBe(pico);
  });

  it.each([
    ['0.5', 500],
    ['0.9', 900],
    ['0.125', 125],
    ['0', 0],
  ])('discount of %s is %d thousandths', (text, milli) => {
    expect(thousandths(text)).toBe(milli);
  });

  it.each(['', '.5', '5.', '-1', '+1', '1e3', '1,5', ' 1', '1 ', '0x10', '1.0000001', 'NaN', '１'])(
    'is refused, not rounded: %j',
    (text) => {
      expect(() => picoUsdPerToken(text)).toThrow(RangeError);
    },
  );

  test('too large for an exact integer is refused', () => {
    expect(scaledInteger('9007199254.740991', 6)).toBe(Number.MAX_SAFE_INTEGER);
    expect(() => scaledInteger('9007199254.740992', 6)).toThrow(RangeError);
  });
});
