import { quantile, standardError } from './spread.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Two-sided 95 %. */
const TAIL = 0.025;
/** Of the standard normal distribution. */
const NORMAL_97_5 = 1.959963984540054;
/** Intervals for decisions are wider, so that identical sides are called different in less than 5 % of boards. */
const CAUTION = 1.04;

/**
 * A 95 % interval from bootstrap estimates: their percentiles, set further apart by what percentiles of a small sample
 * are too narrow (Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 4: Student's t for the
 * normal quantile, n - 1 for n).
 * @param estimates one a resample.
 * @param middle the estimate of the sample itself.
 * @param size of the sample, at least 2.
 */
export function bootstrapInterval(estimates: readonly number[], middle: number, size: number): Interval {
  const sorted = Float64Array.from(estimates).toSorted();
  const stretch = stretchOf(size);
  return {
    low: middle - stretch * (middle - quantile(sorted, TAIL)),
    high: middle + stretch * (quantile(sorted, 1 - TAIL) - middle),
  };
}

/**
 * An interval for a decision, of a figure that spreads evenly to both sides: from the standard deviation of its bootstrap
 * estimates, and a little wider than 95 %.
 * @param estimates one a resample.
 * @param middle the estimate of the sample itself.
 * @param size of the sample, at least 2.
 */
export function decisionInterval(estimates: readonly number[], middle: number, size: number): Interval {
  const deviation = standardError(estimates) * Math.sqrt(estimates.length);
  const reach = stretchOf(size) * CAUTION * NORMAL_97_5 * deviation;
  return { low: middle - reach, high: middle + reach };
}

function stretchOf(size: number): number {
  return (studentQuantile(size - 1) / NORMAL_97_5) * Math.sqrt(size / (size - 1));
}

/**
 * The 97.5 % quantile of Student's t (expansion of Cornish and Fisher; Abramowitz and Stegun 26.7.5).
 * @param freedom degrees, at least 4: there the error is below 0.1 %.
 */
export function studentQuantile(freedom: number): number {
  const z = NORMAL_97_5;
  const terms = [
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1_482 * z ** 5 - 1_920 * z ** 3 - 945 * z) / 92_160,
  ];
  return terms.reduce((sum, term, place) => sum + term / freedom ** (place + 1), z);
}
