import { quantile, standardError } from './spread.ts';

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The interval of `1 - rate`. */
export function inverseInterval({ low, high }: Interval): Interval {
  return { low: 1 - high, high: 1 - low };
}

/** Two-sided 95 %. */
const TAIL = 0.025;
/** The 97.5 % quantile of the standard normal distribution. */
const NORMAL_97_5 = 1.959963984540054;
/** Widens intervals for decisions, so that fewer than 5 % of boards call identical sides different. */
const CAUTION = 1.04;

/**
 * A 95 % interval from the percentiles of bootstrap estimates, widened because percentiles of a small sample are too
 * narrow (Hesterberg 2015, "What Teachers Should Know About the Bootstrap", section 4: Student's t for the
 * normal quantile, n - 1 for n).
 * @param estimates one for each resample.
 * @param middle the estimate of the sample.
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
 * An interval for a decision about a figure with a symmetric distribution: from the standard deviation of its bootstrap
 * estimates, and a little wider than 95 %.
 * @param estimates one for each resample.
 * @param middle the estimate of the sample.
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
 * @param freedom degrees of freedom, at least 4, from which on the error is below 0.1 %.
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
