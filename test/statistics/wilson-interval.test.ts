import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cohenKappa } from '../../core/statistics/cohen-kappa.ts';
import { logOddsWeight } from '../../core/statistics/log-odds-weight.ts';
import { wilsonInterval } from '../../core/statistics/wilson-interval.ts';
import { cases } from '../support/whole-run.ts';

describe('Wilson’s interval', () => {
  // R: prop.test(x, n, correct = FALSE)$conf.int
  it.each([
    [0, 10, 0, 0.2775327999],
    [10, 10, 0.7224672001, 1],
    [81, 100, 0.7222115462, 0.8748524849],
    [15, 148, 0.06238639953, 0.1604872417],
    [1, 29, 0.006113214293, 0.1717552188],
  ])('of %i in %i is that of R', (good, n, low, high) => {
    const [ownLow, ownHigh] = wilsonInterval(good, n);
    expect(ownLow).toBeCloseTo(low, 9);
    expect(ownHigh).toBeCloseTo(high, 9);
  });

  it('of nothing is the whole', () => expect(wilsonInterval(0, 0)).toEqual([0, 1]));

  it('ends exactly at 0 and 1 where none or all were good', () => {
    for (let n = 1; n < 400; n += 1) {
      expect(wilsonInterval(0, n)[0]).toBe(0);
      expect(wilsonInterval(n, n)[1]).toBe(1);
    }
  });

  it('holds the share, within 0 and 1, and grows narrower with more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (n, share) => {
          const good = Math.round(n * share * 2) / 2;
          const [low, high] = wilsonInterval(good, n);
          expect(0 <= low && low <= good / n + 1e-12 && good / n <= high + 1e-12 && high <= 1).toBe(true);
          const [lowOfMore, highOfMore] = wilsonInterval(good * 4, n * 4);
          expect(highOfMore - lowOfMore).toBeLessThan(high - low);
        },
      ),
      { numRuns: cases(100) },
    );
  });
});

describe('Cohen’s kappa', () => {
  it('is 1 for agreement, 0 for chance, and nothing where there is no choice', () => {
    expect(
      cohenKappa([
        ['a', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(1);
    expect(
      cohenKappa([
        ['a', 'a'],
        ['a', 'b'],
        ['b', 'a'],
        ['b', 'b'],
      ]),
    ).toBe(0);
    expect(
      cohenKappa([
        ['a', 'b'],
        ['b', 'a'],
      ]),
    ).toBe(-1);
    expect(
      cohenKappa([
        ['a', 'a'],
        ['a', 'a'],
      ]),
    ).toBeNull();
    expect(cohenKappa([])).toBeNull();
  });

  it('does not change where the raters change places or the values other names', () => {
    const rating = fc.constantFrom('a', 'b', 'tie');
    fc.assert(
      fc.property(fc.array(fc.tuple(rating, rating), { maxLength: 40 }), (ratings) => {
        const kappa = cohenKappa(ratings);
        expect(cohenKappa(ratings.map(([one, other]) => [other, one] as const))).toBe(kappa);
        expect(cohenKappa(ratings.map(([one, other]) => [`x${one}`, `x${other}`] as const))).toBe(kappa);
      }),
      { numRuns: cases(100) },
    );
  });
});

describe('the weight of a judge', () => {
  it('is the logarithm of its odds, one right and one wrong added', () => {
    expect(logOddsWeight(8, 8)).toBeCloseTo(Math.log(9), 12);
    expect(logOddsWeight(4, 8)).toBe(0);
    expect(logOddsWeight(1, 8)).toBe(0);
    expect(logOddsWeight(0, 0)).toBe(0);
  });
});
