import type { SQLOutputValue } from 'node:sqlite';
import type { Account, Balance } from './ledger.ts';

export type Row = Record<string, SQLOutputValue>;

/** Columns of `account` that `readAccount` needs. */
export const ACCOUNT_COLUMNS =
  'account.id, account.name, account.markup_milli, account.zero_data_retention, account.requests_per_minute, account.requests_in_flight';

/** @throws TypeError where the column is missing or holds something else: the schema and the query disagree. */
export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} is not a number.`);
  return value;
}

/** @throws TypeError as `readInteger`. */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} is not text.`);
  return value;
}

export function readAccount(row: Row): Account {
  return {
    id: readInteger(row, 'id'),
    name: readText(row, 'name'),
    markupMilli: readInteger(row, 'markup_milli'),
    zeroDataRetention: readInteger(row, 'zero_data_retention') === 1,
    requestsPerMinute: readInteger(row, 'requests_per_minute'),
    requestsInFlight: readInteger(row, 'requests_in_flight'),
  };
}

export function readBalance(row: Row): Balance {
  return {
    postedMicroCredits: readInteger(row, 'posted'),
    reservedMicroCredits: readInteger(row, 'reserved'),
  };
}
