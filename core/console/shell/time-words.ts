/**
 * A time in the reader's time zone, such as `Nov 3, 2026, 2:05 PM`.
 * @param at ISO 8601.
 */
export function timeWords(at: string): string {
  return new Date(at).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/**
 * The same in UTC, such as `2026-11-03 14:05:09 UTC`.
 * @param at ISO 8601.
 */
export function utcWords(at: string): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
