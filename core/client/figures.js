/**
 * Milliseconds below ten seconds, seconds from there on.
 * @param {number} milliseconds
 * @returns {string}
 */
export function formatMilliseconds(milliseconds) {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/**
 * US dollars to the sixth place; what is smaller still, but not nothing, says so.
 * @param {number} usd
 * @returns {string}
 */
export function formatUsd(usd) {
  return usd > 0 && usd < 0.0000005 ? '<$0.000001' : `$${usd.toFixed(6)}`;
}

/**
 * Credits to the sixth place, the ledger's own precision, without idle zeros beyond the second.
 * @param {number} credits
 * @returns {string}
 */
export function formatCredits(credits) {
  return credits.toFixed(6).replace(/0{1,4}$/, '');
}

/**
 * @param {number} share
 * @returns {string}
 */
export function formatShare(share) {
  return `${(share * 100).toFixed(1)} %`;
}
