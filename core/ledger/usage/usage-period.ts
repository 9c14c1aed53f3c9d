import { readMoment } from '../check-operation.ts';
import { LedgerError } from '../ledger-error.ts';

/** As written by a caller or an operator. */
export interface PeriodArguments {
  /** `2026-11`. */
  readonly month?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** In Unix milliseconds. */
export interface Period {
  readonly fromMs: number;
  /** The first moment after it. */
  readonly toMs: number;
}

/**
 * The period that a report is about, in UTC: a month, or from a moment until before another. Without arguments it is the
 * present month; without `to`, until now.
 * @throws LedgerError `invalid`.
 */
export function readPeriod({ month, from, to }: PeriodArguments, nowMs: number): Period {
  if (month !== undefined && (from !== undefined || to !== undefined)) {
    throw new LedgerError('invalid', 'Give either month, or from and to.');
  }
  if (from === undefined && to === undefined)
    return readMonth(month ?? new Date(nowMs).toISOString().slice(0, 7));
  if (from === undefined) throw new LedgerError('invalid', 'Give from as well: the first day of the period.');
  const period = { fromMs: readMoment(from), toMs: to === undefined ? nowMs + 1 : readMoment(to) };
  if (period.toMs <= period.fromMs)
    throw new LedgerError(
      'invalid',
      'The period ends before it begins, or with it. Its end is not part of it: for one day name the day after.',
    );
  return period;
}

/** `Date.UTC` takes 99 for 1999, and no ledger is older. */
const FIRST_YEAR = 1970;

function readMonth(text: string): Period {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? [];
  if (year === undefined || month === undefined || Number(year) < FIRST_YEAR) {
    throw new LedgerError('invalid', 'A month is written as 2026-11, from 1970 on.');
  }
  return { fromMs: Date.UTC(Number(year), Number(month) - 1), toMs: Date.UTC(Number(year), Number(month)) };
}
