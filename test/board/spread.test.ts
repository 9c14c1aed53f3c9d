import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { studentQuantile } from '../../core/board/interval.ts';
import { seededRandom } from '../../core/board/random.ts';
import { mean, quantile, standardError } from '../../core/board/spread.ts';

interface Published {
  readonly preferences: readonly (number | null)[];
  readonly published: {
    readonly win_rate: number;
    readonly standard_error: number;
    readonly n_total: string;
  };
}

const models: Readonly<Record<string, Published>> = JSON.parse(
  readFileSync(join(import.meta.dirname, '../fixtures/judging/alpaca-eval.json'), 'utf8'),
);
/** Percentage points; the preferences are kept to four digits of one, which are two of a percentage. */
const DIGITS = 2;

describe('mean and standard error', () => {
  it.each(Object.keys(models))('are the published win rate of %s', (name) => {
    const { preferences = [], published } = models[name] ?? {};
    const given = preferences.filter((preference) => preference !== null);
    expect(given).toHaveLength(Number(published?.n_total));
    expect(100 * mean(given)).toBeCloseTo(published?.win_rate ?? Number.NaN, DIGITS);
    expect(100 * standardError(given)).toBeCloseTo(published?.standard_error ?? Number.NaN, DIGITS + 1);
  });

  it('has no standard error of a single value', () => {
    expect(standardError([0.5])).toBeNaN();
  });
});

describe('quantiles', () => {
  it('lie between neighbours by straight line', () => {
    expect([0, 0.25, 0.5, 1].map((share) => quantile([1, 2, 4, 10, 20], share))).toEqual([1, 2, 4, 20]);
    expect(quantile([0, 10], 0.025)).toBeCloseTo(0.25);
    expect(quantile([7], 0.975)).toBe(7);
  });

  it.each([
    [4, 2.7764],
    [9, 2.2622],
    [29, 2.0452],
    [119, 1.9801],
    [1_000, 1.9623],
  ])('of Student’s t with %i degrees of freedom are those of tables', (freedom, expected) => {
    expect(studentQuantile(freedom)).toBeCloseTo(expected, 2);
  });
});

describe('the random numbers', () => {
  it('are the same for the same seed, spread evenly, and others for another seed', () => {
    const draw = (seed: number): readonly number[] => {
      const random = seededRandom(seed);
      return Array.from({ length: 10_000 }, random);
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(mean(draw(7))).toBeCloseTo(0.5, 1);
    expect(standardError(draw(7)) * 100).toBeCloseTo(Math.sqrt(1 / 12), 1);
    expect(draw(7).every((value) => value >= 0 && value < 1)).toBe(true);
  });
});
