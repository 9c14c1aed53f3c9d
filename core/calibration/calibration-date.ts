/** A time as calibrations have it: RFC 3339 in UTC, without fractions of a second. */
export function calibrationDate(date: Date): string {
  return `${date.toISOString().slice(0, 19)}Z`;
}
