import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestProbabilities } from '../../core/statistics/best-probability.ts';

/** Comparisons of each two, from the chance that the lower place wins. */
function beatsOf(size: number, chance: (low: number, high: number) => number): Float64Array[] {
  const beats = Array.from({ length: size }, () => new Float64Array(size));
  for (let low = 0; low < size; low += 1) {
    for (let high = low + 1; high < size; high += 1) {
      beats[low]?.fill(chance(low, high), high, high + 1);
      beats[high]?.fill(1 - chance(low, high), low, low + 1);
    }
  }
  return beats;
}

const shares = (size: number) =>
  fc.array(fc.double({ min: 0.02, max: 0.98, noNaN: true }), { minLength: size ** 2, maxLength: size ** 2 });
const arbitraryBeats = (least: number, most: number) =>
  fc
    .integer({ min: least, max: most })
    .chain((size) => shares(size).map((all) => beatsOf(size, (low, high) => all[low * size + high] ?? 0.5)));

/** Every order of the sides, one by one. */
function byAllOrders(beats: readonly Float64Array[]): readonly number[] {
  const best = beats.map(() => 0);
  const visit = (order: readonly number[], remaining: readonly number[], weight: number): void => {
    if (remaining.length === 0) best[order[0] ?? 0] = (best[order[0] ?? 0] ?? 0) + weight;
    for (const side of remaining) {
      const rest = remaining.filter((other) => other !== side);
      const wins = rest.reduce((product, other) => product * (beats[side]?.[other] ?? 0), 1);
      visit([...order, side], rest, weight * wins);
    }
  };
  visit([], [...beats.keys()], 1);
  const sum = best.reduce((total, weight) => total + weight, 0);
  return best.map((weight) => weight / sum);
}

describe('the chances to be the best of all', () => {
  it('are those of all orders, counted one by one', () => {
    fc.assert(
      fc.property(arbitraryBeats(1, 6), (beats) => {
        const chances = bestProbabilities(beats);
        for (const [side, chance] of byAllOrders(beats).entries())
          expect(chances[side]).toBeCloseTo(chance, 10);
      }),
    );
  });

  it.each([1, 2, 5, 12, 13, 40])('are equal for %i that were never compared', (size) => {
    const chances = bestProbabilities(beatsOf(size, () => 0.5));
    for (const chance of chances) expect(Math.abs(chance - 1 / size)).toBeLessThan(0.02);
  });

  it('add up to 1, counted or drawn', () => {
    fc.assert(
      fc.property(arbitraryBeats(1, 16), (beats) => {
        const chances = bestProbabilities(beats);
        expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 10);
        for (const chance of chances) expect(chance >= 0 && chance <= 1).toBe(true);
      }),
    );
  });

  it('are drawn near what counting gives: sides that surely lose change little', () => {
    fc.assert(
      fc.property(shares(10), (all) => {
        const chance = (low: number, high: number): number => all[low * 10 + high] ?? 0.5;
        const exactChances = bestProbabilities(beatsOf(10, chance));
        const chances = bestProbabilities(
          beatsOf(16, (low, high) => (high < 10 ? chance(low, high) : 1 - 1e-9)),
        );
        for (const [side, share] of exactChances.entries())
          expect(Math.abs((chances[side] ?? 0) - share)).toBeLessThan(0.06);
      }),
      { seed: 39 },
    );
  });

  it('of none are none', () => {
    expect(bestProbabilities([])).toEqual([]);
  });
});
