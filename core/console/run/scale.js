/**
 * @typedef {object} Tick
 * @property {number} value
 * @property {number} at 0 to 1.
 */

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at Where a value stands, 0 to 1.
 * @property {readonly Tick[]} ticks
 */

/** Between values further apart than this the small ones could not be told apart on a plain scale. */
const MAX_PLAIN_RATIO = 25;

/**
 * A scale that holds all values, logarithmic where they are far apart and none is 0. Pure.
 * @param {readonly number[]} values Finite, none below 0.
 * @returns {Scale}
 */
export function scaleFor(values) {
  const largest = Math.max(...values, 0);
  const smallest = Math.min(...values);
  if (largest === 0) return plainScale(1);
  return smallest > 0 && largest / smallest > MAX_PLAIN_RATIO
    ? logarithmicScale(smallest, largest)
    : plainScale(largest);
}

/**
 * From 0 to a little over the largest, with three to six round ticks.
 * @param {number} largest
 * @returns {Scale}
 */
function plainScale(largest) {
  const step = roundStep((largest * 1.05) / 4);
  const count = Math.ceil((largest * 1.05) / step);
  const top = count * step;
  const ticks = Array.from({ length: count + 1 }, (_none, place) => ({
    value: place * step,
    at: place / count,
  }));
  return { at: (value) => value / top, ticks };
}

/**
 * @param {number} smallest
 * @param {number} largest
 * @returns {Scale}
 */
function logarithmicScale(smallest, largest) {
  const low = Math.floor(Math.log10(smallest));
  const high = Math.ceil(Math.log10(largest * 1.02));
  const at = (/** @type {number} */ value) => (Math.log10(value) - low) / (high - low);
  const ticks = Array.from({ length: high - low + 1 }, (_none, place) => ({
    value: 10 ** (low + place),
    at: place / (high - low),
  }));
  return { at, ticks };
}

/**
 * The next 1, 2 or 5 times a power of ten.
 * @param {number} step
 */
function roundStep(step) {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= step * 0.999) ?? 10;
  return factor * power;
}
