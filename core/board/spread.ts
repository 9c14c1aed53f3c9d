/** @returns NaN without values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Standard error of the mean, from the sample's standard deviation (n - 1).
 * @returns NaN with fewer than two values.
 */
export function standardError(values: readonly number[]): number {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * The value below which a share of the sample lies, interpolated linearly (type 7 of Hyndman and Fan).
 * @param sorted ascending, at least one value.
 * @param share 0 to 1.
 */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}
