/**
 * A point in time on the reader's own clock, such as `Nov 3, 2026, 2:05 PM`.
 * @param {string} at ISO 8601.
 * @returns {string}
 */
export function timeWords(at) {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * The same for readers anywhere, such as `2026-11-03 14:05:09 UTC`.
 * @param {string} at ISO 8601.
 * @returns {string}
 */
export function utcWords(at) {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
