/**
 * @param {readonly number[]} values
 * @returns {number} NaN without values.
 */
export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Standard error of the mean, from the sample's standard deviation (n - 1).
 * @param {readonly number[]} values
 * @returns {number} NaN with fewer than two values.
 */
export function standardError(values) {
  const middle = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0);
  return values.length < 2 ? Number.NaN : Math.sqrt(squares / (values.length - 1) / values.length);
}

/**
 * The value below which a share of the sample lies, between neighbours by straight line (type 7 of Hyndman and Fan).
 * @param {ArrayLike<number>} sorted From the least up; at least one.
 * @param {number} share 0 to 1.
 * @returns {number}
 */
export function quantile(sorted, share) {
  const place = (sorted.length - 1) * share;
  const below = Math.floor(place);
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, sorted.length - 1)] ?? Number.NaN;
  return low + (high - low) * (place - below);
}
