import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  NumberText,
  parseExactJson,
  picoUsdPerToken,
  plainDecimal,
  scaledExactly,
  usdPerMillion,
} from '../../core/manifests/load/decimals.ts';
import { cases } from '../support/whole-run.ts';

const RUNS = 2_000;
/** Whole part, fraction, exponent: every shape a JSON number has. */
const written = fc.record({
  whole: fc.bigInt(0n, 10n ** 20n),
  fraction: fc.option(fc.stringMatching(/^\d{1,20}$/), { nil: undefined }),
  exponent: fc.option(fc.integer({ min: -40, max: 40 }), { nil: undefined }),
  mark: fc.constantFrom('e', 'E'),
  plus: fc.boolean(),
});
type Written = typeof written extends fc.Arbitrary<infer T> ? T : never;

function sourceOf({ whole, fraction, exponent, mark, plus }: Written): string {
  const tail = exponent === undefined ? '' : `${mark}${plus && exponent >= 0 ? '+' : ''}${exponent}`;
  return `${whole}${fraction === undefined ? '' : `.${fraction}`}${tail}`;
}

/** The number as a fraction of two integers, by another way than the code's. */
function fractionOf({ whole, fraction = '', exponent = 0 }: Written): readonly [bigint, bigint] {
  const digits = BigInt(`${whole}${fraction}`);
  const power = exponent - fraction.length;
  return power >= 0 ? [digits * 10n ** BigInt(power), 1n] : [digits, 10n ** BigInt(-power)];
}

describe('a scaled number', () => {
  test('is what the same fraction of integers says, and undefined exactly where that is no integer', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 0, max: 12 }), (number, places) => {
        const [over, under] = fractionOf(number);
        const product = over * 10n ** BigInt(places);
        const expected = product % under === 0n ? product / under : undefined;
        expect(scaledExactly(sourceOf(number), places)).toBe(expected);
      }),
      { numRuns: cases(RUNS) },
    );
  });

  test('written out names the same fraction', () => {
    fc.assert(
      fc.property(written, (number) => {
        const [over, under] = fractionOf(number);
        const text = plainDecimal(sourceOf(number)) ?? '';
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/);
        const [whole = '', fraction = ''] = text.split('.');
        expect(BigInt(whole + fraction) * under).toBe(over * 10n ** BigInt(fraction.length));
      }),
      { numRuns: cases(RUNS) },
    );
  });

  it.each([
    ['2.5e-06', 12, 2_500_000n],
    ['1.25e-6', 12, 1_250_000n],
    ['3e-7', 12, 300_000n],
    ['0.0000006', 12, 600_000n],
    ['1E+1', 6, 10_000_000n],
    ['0', 12, 0n],
    ['0.000e5', 12, 0n],
    ['15', 6, 15_000_000n],
    ['1e-13', 12, undefined],
    ['1.9999999999999998e-07', 12, undefined],
    ['-1', 6, undefined],
    ['-0', 6, undefined],
    ['1e999999999', 6, undefined],
    [`1${'0'.repeat(70)}`, 6, undefined],
    ['NaN', 6, undefined],
    ['', 6, undefined],
  ])('%s at %d places', (source, places, expected) => {
    expect(scaledExactly(source, places)).toBe(expected);
  });
});

describe('a price per million', () => {
  test('is what a manifest reads back as the same integer, with two places or the fewest that hold it', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 99_999_999_999n), (picoUsd) => {
        const text = usdPerMillion(picoUsd);
        expect(text).toMatch(/^(0|(0|[1-9]\d{0,4})\.(\d\d|\d{2,5}[1-9]))$/);
        expect(BigInt(picoUsdPerToken(text))).toBe(picoUsd);
      }),
      { numRuns: cases(RUNS) },
    );
  });

  it.each([
    [2_500_000n, '2.50'],
    [37_500n, '0.0375'],
    [1n, '0.000001'],
    [15_000_000n, '15.00'],
    [0n, '0'],
  ])('%d is %s', (picoUsd, text) => {
    expect(usdPerMillion(picoUsd)).toBe(text);
  });
});

test('JSON is read with its numbers as they were written', () => {
  const text = '{"a": 2.50e-06, "b": [1.0, "1.0", null, true], "c": {"d": 0.1000000000000000055}}';
  expect(parseExactJson(text)).toEqual({
    a: new NumberText('2.50e-06'),
    b: [new NumberText('1.0'), '1.0', null, true],
    c: { d: new NumberText('0.1000000000000000055') },
  });
});
