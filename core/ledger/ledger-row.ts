import type { KeyLimits } from './listed-key.ts';
import type {
  Account,
  Balance,
  CallRecord,
  KeyHolder,
  LedgerEntry,
  ListedAccount,
  ListedKey,
  RequestRecord,
} from './ledger.ts';
import { LINE_OF_KEY } from './budgets/key-line-sql.ts';
import { BUDGET_PERIODS, leftOf, type BudgetPeriod, type BudgetRoom } from './budgets/budget.ts';
import type { RequestHead } from './requests/request-page.ts';

/** A row as either database's driver hands it over; integers as numbers. */
export type Row = Readonly<Record<string, unknown>>;

/** Columns of `account` that `readAccount` needs. */
export const ACCOUNT_COLUMNS =
  'account.id, account.name, account.markup_milli, account.zero_data_retention, account.requests_per_minute, account.requests_in_flight, account.response_cache, account.worst_holds';

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
    cache: readFlag(row, 'response_cache'),
    requestsPerMinute: readInteger(row, 'requests_per_minute'),
    requestsInFlight: readInteger(row, 'requests_in_flight'),
    holds: readFlag(row, 'worst_holds') ? 'worst' : 'likely',
  };
}

/** @param row of `account`, beside `key_id` and `KEY_LIMITS`. */
export function readKeyHolder(row: Row): KeyHolder {
  const account = readAccount(row);
  const { models, requestsPerMinute } = readKeyLimits(row);
  return {
    ...account,
    requestsPerMinute: requestsPerMinute ?? account.requestsPerMinute,
    keyId: readInteger(row, 'key_id'),
    suspended: readFlag(row, 'suspended'),
    models,
  };
}

/** Columns of `api_key` beside those of its account. */
export const KEY_LIMITS =
  'api_key.models AS key_models, api_key.requests_per_minute AS key_requests_per_minute';

function readKeyLimits(row: Row): KeyLimits {
  const text = readOptionalText(row, 'key_models');
  const models: unknown = text === null ? null : JSON.parse(text);
  return {
    models: Array.isArray(models) ? models.map(String) : null,
    requestsPerMinute: readOptionalInteger(row, 'key_requests_per_minute'),
  };
}

/** @param scope a condition on the budgets `b`. */
function budgetColumns(scope: string): string {
  return BUDGET_PERIODS.flatMap((period) =>
    ['amount', 'charged', 'held', 'ends_ms'].map(
      (column) =>
        `(SELECT b.${column} FROM budget b WHERE ${scope} AND b.period = '${period}') AS budget_${period}_${column}`,
    ),
  ).join(',\n    ');
}

function readBudgets(row: Row): BudgetRoom {
  const limitOf = (period: BudgetPeriod): number | null =>
    readOptionalInteger(row, `budget_${period}_amount`);
  const leftIn = (period: BudgetPeriod): number | null => {
    const limitMicroCredits = limitOf(period);
    if (limitMicroCredits === null) return null;
    // Charges of a period that has ended are none of this one.
    const isOver = Date.now() >= readInteger(row, `budget_${period}_ends_ms`);
    return leftOf({
      limitMicroCredits,
      spentMicroCredits: isOver ? 0 : readInteger(row, `budget_${period}_charged`),
      heldMicroCredits: readInteger(row, `budget_${period}_held`),
    });
  };
  return {
    budgets: { day: limitOf('day'), month: limitOf('month') },
    budgetsLeft: { day: leftIn('day'), month: leftIn('month') },
  };
}

/** Accounts with their webhooks and budgets; conditions may follow. */
export const LISTED_ACCOUNT = `SELECT account.*, webhook.url AS webhook_url,
    ${budgetColumns('b.account_id = account.id AND b.key_id IS NULL')}
  FROM account LEFT JOIN webhook ON webhook.account_id = account.id`;

/** Every account, in the order in which they were made. */
export const LISTED_ACCOUNTS = `${LISTED_ACCOUNT} ORDER BY account.id`;

/** @param row of `LISTED_ACCOUNT`. */
export function readListedAccount(row: Row): ListedAccount {
  return {
    ...readAccount(row),
    ...readBalance(row),
    suspended: readFlag(row, 'suspended'),
    webhookUrl: readOptionalText(row, 'webhook_url'),
    ...readBudgets(row),
  };
}

/** Every key with its account, its last hold and the account's id; conditions and an order may follow. */
export const LISTED_KEYS = `SELECT k.prefix, k.name, k.created_ms, k.expires_ms, k.revoked_ms, a.name AS account_name,
  k.models AS key_models, k.requests_per_minute AS key_requests_per_minute,
    u.last_used_ms, ${budgetColumns(`b.account_id = k.account_id AND b.key_id = ${LINE_OF_KEY}`)}
  FROM api_key k JOIN account a ON a.id = k.account_id
    LEFT JOIN (SELECT key_id, max(created_ms) AS last_used_ms FROM request WHERE key_id IS NOT NULL GROUP BY key_id) u
      ON u.key_id = k.id`;

/** @param row of `LISTED_KEYS`. */
export function readListedKey(row: Row): ListedKey {
  return {
    prefix: readText(row, 'prefix'),
    name: readOptionalText(row, 'name'),
    accountName: readText(row, 'account_name'),
    createdAt: readTime(row, 'created_ms'),
    lastUsedAt: readOptionalTime(row, 'last_used_ms'),
    expiresAt: readOptionalTime(row, 'expires_ms'),
    revokedAt: readOptionalTime(row, 'revoked_ms'),
    ...readKeyLimits(row),
    ...readBudgets(row),
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
    kind: readWord(row, 'kind', ['grant', 'correction', 'charge', 'release', 'absorbed']),
    microCredits: readInteger(row, 'amount'),
    requestId: readOptionalText(row, 'request_id'),
    note: readOptionalText(row, 'note'),
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

/** @param row of `request`. */
export function readRequestHead(row: Row): RequestHead {
  return {
    requestId: readText(row, 'id'),
    state: readWord(row, 'state', ['reserved', 'settled', 'voided']),
    createdAt: readTime(row, 'created_ms'),
    finishedAt: readOptionalTime(row, 'finished_ms'),
    holdMicroCredits: readInteger(row, 'hold'),
    chargeMicroCredits: row['charge'] === null ? 0 : readInteger(row, 'charge'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
    models: readIds(row, 'models'),
    judges: readIds(row, 'judges'),
  };
}

/** @throws TypeError where the column holds something else than a JSON array. */
function readIds(row: Row, column: string): readonly string[] {
  const ids: unknown = JSON.parse(readOptionalText(row, column) ?? '[]');
  if (!Array.isArray(ids)) throw new TypeError(`Column ${column} holds no list.`);
  return ids.map(String);
}

/** @param row of `request`, beside the sizes of its logged texts, null where there are none. */
export function readRequest(row: Row, calls: readonly CallRecord[]): RequestRecord {
  const isLogged = row['request_bytes'] !== null && row['response_bytes'] !== null;
  return {
    ...readRequestHead(row),
    owner: readText(row, 'owner'),
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

function readOptionalTime(row: Row, column: string): string | null {
  return row[column] === null ? null : readTime(row, column);
}

function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = readText(row, column);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new TypeError(`Column ${column} holds no word this program knows.`);
  return word;
}
