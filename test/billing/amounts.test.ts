import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  creditsFromMicroCredits,
  microCreditsFromCredits,
  parseCredits,
  parseMarkup,
  usdDecimal,
  usdFromNanoUsd,
} from '../../core/billing/amounts.ts';

describe('exact decimals', () => {
  test.each([
    [1_176_500, '0.0011765'],
    [0, '0'],
    [1, '1e-9'],
    [1_000_000_000, '1'],
    [123_456_789_012_345, '123456.789012345'],
  ])('%i nano-USD print as %s', (nanoUsd, printed) => {
    expect(JSON.stringify(usdFromNanoUsd(nanoUsd))).toBe(printed);
  });

  test.each([
    [1, '0.000001'],
    [100_000, '0.1'],
    [12_500_000, '12.5'],
    [999_999_999_999_999, '999999999.999999'],
  ])('%i micro-credits print as %s', (microCredits, printed) => {
    expect(JSON.stringify(creditsFromMicroCredits(microCredits))).toBe(printed);
  });

  test.each([
    [0, 100, '0.00'],
    [1, 100, '0.00000001'],
    [250_000_000, 100, '2.50'],
    [1, 1_000_000, '0.000000000001'],
    [1, 524_288, '0.0000000000019073486328125'],
    [2_000_000, 3, '0.66666666666666666666666667'],
    [Number.MAX_SAFE_INTEGER, 1, '9007199254.740991'],
  ])('%i micro-credits at %i credits a dollar are %s USD', (microCredits, creditsPerUsd, decimal) => {
    expect(usdDecimal(microCredits, creditsPerUsd)).toBe(decimal);
  });

  test('every amount of up to 15 digits goes to credits and back unchanged', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (microCredits) => {
        expect(microCreditsFromCredits(creditsFromMicroCredits(microCredits))).toBe(microCredits);
      }),
    );
  });

  test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no amount', (amount) => {
    expect(() => creditsFromMicroCredits(amount)).toThrow(RangeError);
    expect(() => usdFromNanoUsd(amount)).toThrow(RangeError);
  });

  test.each([-1, 0.0000001, 1.0000001, Number.NaN, Number.POSITIVE_INFINITY, 1e10])(
    '%d credits are refused',
    (credits) => {
      expect(() => microCreditsFromCredits(credits)).toThrow(RangeError);
    },
  );
});

describe('credits on the command line', () => {
  test.each([
    ['0', 0],
    ['1', 1_000_000],
    ['12.5', 12_500_000],
    ['0.000001', 1],
    ['12.500000', 12_500_000],
    ['9007199254.740991', Number.MAX_SAFE_INTEGER],
  ])('%s', (text, microCredits) => {
    expect(parseCredits(text)).toBe(microCredits);
  });

  test.each(
    [
      [
        '',
        '-1',
        '+1',
        '1.',
        '.5',
        '01',
        '1e3',
        '1,5',
        '1_000',
        ' 1',
        '1 ',
        '1\n',
        '0x10',
        'NaN',
        'Infinity',
        '١',
      ],
      ['0.0000001', '12.5000000', '9007199254.740992', '9'.repeat(33), '1.2.3'],
    ].flat(),
  )('%j is refused', (text) => {
    expect(() => parseCredits(text)).toThrow('is not an amount of credits');
  });
});

describe('a markup on the command line', () => {
  test.each([
    ['0', 0],
    ['1', 1000],
    ['1.25', 1250],
    ['0.001', 1],
    ['1000', 1_000_000],
  ])('%s', (text, milli) => {
    expect(parseMarkup(text)).toBe(milli);
  });

  test.each(['', '-1', '1.0001', '1000.001', '1001', '1e1', '150%'])('%j is refused', (text) => {
    expect(() => parseMarkup(text)).toThrow('is not a markup');
  });
});
