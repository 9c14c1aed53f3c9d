/**
 * Credits to the second place, for a glance: a cost is rounded up, what one has is rounded down.
 * @param {number} credits
 * @param {'ceil' | 'floor'} roundingMode
 * @returns {string}
 */
export function shortCredits(credits, roundingMode) {
  const format = { minimumFractionDigits: 2, maximumFractionDigits: 2, roundingMode };
  return new Intl.NumberFormat('en', format).format(credits);
}
