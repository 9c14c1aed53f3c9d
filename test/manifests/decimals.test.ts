import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { picoUsdPerToken, usdPerMillion } from '../../core/manifests/load/decimals.ts';
import { cases } from '../support/whole-run.ts';

const RUNS = 2_000;
describe('a price per million', () => {
  test('is read back as the same integer, and has two places or as many as it needs', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (picoUsd) => {
        const text = usdPerMillion(picoUsd);
        expect(text).toMatch(/^(0|(0|[1-9]\d{0,4})\.(\d\d|\d{2,5}[1-9]))$/);
        expect(picoUsdPerToken(text)).toBe(picoUsd);
      }),
      { numRuns: cases(RUNS) },
    );
  });

  it.each([
    [2_500_000, '2.50'],
    [37_500, '0.0375'],
    [1, '0.000001'],
    [15_000_000, '15.00'],
    [0, '0'],
  ])('%d is %s', (picoUsd, text) => {
    expect(usdPerMillion(picoUsd)).toBe(text);
  });
});
