const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A longer time is shown as a date. */
const MAX_DAYS = 60;

/** Such as `3 min ago`, `in 5 days`, or a date in UTC for a distant time. @param timeMs Unix milliseconds. */
export function relativeTime(timeMs: number, nowMs: number): string {
  const distanceMs = Math.abs(timeMs - nowMs);
  if (distanceMs < MINUTE_MS) return timeMs > nowMs ? 'within a minute' : 'just now';
  if (distanceMs >= MAX_DAYS * DAY_MS) return new Date(timeMs).toISOString().slice(0, 10);
  const text = distanceText(distanceMs);
  return timeMs > nowMs ? `in ${text}` : `${text} ago`;
}

function distanceText(distanceMs: number): string {
  if (distanceMs < HOUR_MS) return `${Math.floor(distanceMs / MINUTE_MS)} min`;
  if (distanceMs < DAY_MS) return `${Math.floor(distanceMs / HOUR_MS)} h`;
  const days = Math.floor(distanceMs / DAY_MS);
  return `${days} ${days === 1 ? 'day' : 'days'}`;
}
