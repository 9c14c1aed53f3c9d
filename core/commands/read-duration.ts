import { ArgumentError } from '../argument-error.ts';

const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };

/** @param option as it is told, such as `--grace`. @returns milliseconds. @throws ArgumentError */
export function readDuration(option: string, text: string): number {
  const [, count, unit = ''] = /^(0|[1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (Number.isNaN(durationMs))
    throw new ArgumentError(`${option} takes a whole number of hours or days, such as 12h or 30d`);
  return durationMs;
}
