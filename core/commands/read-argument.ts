import { ArgumentError } from '../argument-error.ts';
import { readMoment } from '../ledger/check-operation.ts';

const HOUR_MS = 3_600_000;
const UNITS_MS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS };

/** @param words makes the message from the reader's error. @throws ArgumentError */
export function readArgument<T>(read: () => T, words = (reason: string): string => reason): T {
  try {
    return read();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'The arguments are invalid.';
    throw new ArgumentError(words(reason), { cause });
  }
}

/** @param option as it is typed, such as `--grace`. @returns milliseconds. @throws ArgumentError */
export function readDuration(option: string, text: string): number {
  const [, count, unit = ''] = /^(0|[1-9]\d{0,4})([hd])$/.exec(text) ?? [];
  const durationMs = Number(count) * (UNITS_MS[unit] ?? Number.NaN);
  if (Number.isNaN(durationMs))
    throw new ArgumentError(`${option} takes a whole number of hours or days, such as 12h or 30d.`);
  return durationMs;
}

/** Reads a day or a moment. @returns Unix milliseconds; undefined without the option. @throws ArgumentError */
export function readTime(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  return readArgument(
    () => readMoment(text),
    () => `${option} takes a date such as 2027-01-31, or an ISO 8601 time with its zone.`,
  );
}

/** IDs of models with commas between them. @throws ArgumentError where one is missing or named twice, or there are too many. */
export function readModelIds(option: string, text: string, most: number): readonly string[] {
  const ids = text.split(',').map((id) => id.trim());
  if (ids.some((id) => id === '') || ids.length > most || new Set(ids).size < ids.length)
    throw new ArgumentError(
      `${option} takes 1 to ${most} different model IDs with commas between them. "assay model list" shows them.`,
    );
  return ids;
}
