import type { Account, Balance, CallRecord, LedgerEntry, RequestRecord } from './ledger.ts';

/** A row as either database's driver hands it over; integers as numbers. */
export type Row = Readonly<Record<string, unknown>>;

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

/** @throws TypeError as `readInteger`. */
export function readOptionalText(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

/** @throws TypeError as `readInteger`. */
export function readOptionalInteger(row: Row, column: string): number | null {
  return row[column] === null ? null : readInteger(row, column);
}

/** SQLite has 0 and 1 where PostgreSQL has booleans. @throws TypeError as `readInteger`. */
export function readFlag(row: Row, column: string): boolean {
  const value = row[column];
  return typeof value === 'boolean' ? value : readInteger(row, column) === 1;
}

export function readAccount(row: Row): Account {
  return {
    id: readInteger(row, 'id'),
    name: readText(row, 'name'),
    markupMilli: readInteger(row, 'markup_milli'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
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

export function readEntry(row: Row): LedgerEntry {
  return {
    at: readTime(row, 'created_ms'),
    kind: readWord(row, 'kind', ['grant', 'charge', 'release', 'house']),
    microCredits: readInteger(row, 'amount'),
    requestId: readOptionalText(row, 'request_id'),
  };
}

export function readCall(row: Row): CallRecord {
  return {
    role: readWord(row, 'role', ['contestant', 'judge']),
    index: readInteger(row, 'position'),
    modelId: readText(row, 'model_id'),
    status: readWord(row, 'status', ['completed', 'failed']),
    faultCode: readOptionalText(row, 'fault_code'),
    tokensIn: readInteger(row, 'tokens_in'),
    tokensCached: readInteger(row, 'tokens_cached'),
    tokensCacheWrite: readInteger(row, 'tokens_cache_write'),
    tokensOut: readInteger(row, 'tokens_out'),
    searches: readInteger(row, 'searches'),
    attempts: readInteger(row, 'attempts'),
    latencyMs: readInteger(row, 'latency_ms'),
    providerCostNanoUsd: readInteger(row, 'provider_cost_nano_usd'),
    chargeMicroCredits: readInteger(row, 'charge'),
  };
}

/** @param row of `request`, beside the sizes of its logged texts, null where there are none. */
export function readRequest(row: Row, calls: readonly CallRecord[]): RequestRecord {
  const isLogged = row['request_bytes'] !== null && row['response_bytes'] !== null;
  return {
    requestId: readText(row, 'id'),
    state: readWord(row, 'state', ['reserved', 'settled', 'voided']),
    createdAt: readTime(row, 'created_ms'),
    finishedAt: row['finished_ms'] === null ? null : readTime(row, 'finished_ms'),
    holdMicroCredits: readInteger(row, 'hold'),
    chargeMicroCredits: row['charge'] === null ? 0 : readInteger(row, 'charge'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
    calls,
    log: isLogged
      ? { requestBytes: readInteger(row, 'request_bytes'), responseBytes: readInteger(row, 'response_bytes') }
      : null,
  };
}

/** Unix milliseconds as the contract writes times. */
function readTime(row: Row, column: string): string {
  return new Date(readInteger(row, column)).toISOString();
}

function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = readText(row, column);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new TypeError(`Column ${column} holds no word this program knows.`);
  return word;
}
