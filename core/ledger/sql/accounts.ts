import { errorOf, refuseUnknownAccount } from '../ledger-error.ts';
import type {
  Account,
  Balance,
  KeyHolder,
  Ledger,
  LedgerEntry,
  ListedAccount,
  ListedKey,
} from '../ledger.ts';
import type { KeyLimits } from '../administration/settings.ts';
import { budgetColumns, budgetJoins, readBudgetStatus } from './budgets.ts';
import { type Database, read, readBytes, readIds, readWord, type Row, type SqlValue } from './database.ts';

/** @param row of `account`. */
export function readAccount(row: Row): Account {
  return {
    id: read(row, 'id', 'integer'),
    name: read(row, 'name', 'text'),
    markupMilli: read(row, 'markup_milli', 'integer'),
    zeroDataRetention: read(row, 'zero_data_retention', 'flag'),
    cache: read(row, 'response_cache', 'flag'),
    requestsPerMinute: read(row, 'requests_per_minute', 'integer'),
    requestsInFlight: read(row, 'requests_in_flight', 'integer'),
    holds: read(row, 'worst_holds', 'flag') ? 'worst' : 'likely',
  };
}

/** Upper bound of the keys that one statement looks up. */
const KEYS_AT_ONCE = 64;

interface LookUp {
  readonly hash: Uint8Array;
  readonly holder: PromiseWithResolvers<KeyHolder | undefined>;
}

/** Looks up the keys of one turn of the event loop together, because a statement costs more than a key. */
export function keyHolderLookUp(database: Database): Ledger['authenticate'] {
  const waiting: LookUp[] = [];
  const look = async (): Promise<void> => {
    const looking = waiting.splice(0, KEYS_AT_ONCE);
    if (waiting.length > 0) setImmediate(() => void look());
    const hashes = looking.map(({ hash }) => hash);
    try {
      const holders = await readKeyHolders(database, hashes);
      for (const { hash, holder } of looking) holder.resolve(holders.get(Buffer.from(hash).toString('hex')));
    } catch (error) {
      for (const { holder } of looking) holder.reject(error);
    }
  };
  return (hash) => {
    if (waiting.length === 0) setImmediate(() => void look());
    const holder = Promise.withResolvers<KeyHolder | undefined>();
    waiting.push({ hash, holder });
    return holder.promise;
  };
}

/** Maps the hash of each key, in hexadecimal, to its account. Unknown, revoked and expired keys are left out. */
async function readKeyHolders(
  { query, nowMs }: Database,
  hashes: readonly Uint8Array[],
): Promise<ReadonlyMap<string, KeyHolder>> {
  // The last hash is repeated up to a power of two, so that there are few statements to prepare.
  const places = Array.from({ length: 2 ** Math.ceil(Math.log2(hashes.length)) }, (_, place) => place);
  const rows = await query(
    `SELECT a.id, a.name, a.markup_milli, a.zero_data_retention, a.requests_per_minute, a.requests_in_flight,
        a.response_cache, a.worst_holds, a.suspended, k.id AS key_id, k.hash,
        k.models AS key_models, k.requests_per_minute AS key_requests_per_minute
      FROM api_key k JOIN account a ON a.id = k.account_id
      WHERE k.hash IN (${places.map((place) => `$${place + 1}`).join(', ')})
        AND k.revoked_ms IS NULL AND (k.expires_ms IS NULL OR k.expires_ms > ${nowMs})`,
    places.map((place) => hashes[place] ?? hashes.at(-1) ?? null),
  );
  const holders = new Map<string, KeyHolder>();
  for (const row of rows) {
    const account = readAccount(row);
    const { models, requestsPerMinute } = readKeyLimits(row);
    holders.set(Buffer.from(readBytes(row, 'hash') ?? []).toString('hex'), {
      ...account,
      requestsPerMinute: requestsPerMinute ?? account.requestsPerMinute,
      keyId: read(row, 'key_id', 'integer'),
      suspended: read(row, 'suspended', 'flag'),
      models,
    });
  }
  return holders;
}

function readKeyLimits(row: Row): KeyLimits {
  return {
    models: readIds(row, 'key_models'),
    requestsPerMinute: read(row, 'key_requests_per_minute', 'integer?'),
  };
}

/** @throws LedgerError `account-unknown`. */
export async function readBalanceOf({ query }: Database, accountId: number): Promise<Balance> {
  const [row] = await query('SELECT posted, reserved FROM account WHERE id = $1', [accountId]);
  if (row === undefined) throw errorOf(refuseUnknownAccount(accountId));
  return readBalance(row);
}

function readBalance(row: Row): Balance {
  return {
    postedMicroCredits: read(row, 'posted', 'integer'),
    heldMicroCredits: read(row, 'reserved', 'integer'),
  };
}

/** The account that a step changes. */
export interface NamedAccount {
  readonly accountName: string;
}

/** @throws LedgerError `account-unknown`. */
export async function accountIdOf({ query }: Database, name: string): Promise<number> {
  const [row] = await query('SELECT id FROM account WHERE name = $1', [name]);
  if (row === undefined) throw errorOf(refuseUnknownAccount(name));
  return read(row, 'id', 'integer');
}

/** Accounts with their webhooks and budgets. @param conditions and an order. */
export async function listAccounts(
  database: Database,
  conditions: string,
  values: readonly SqlValue[],
): Promise<readonly ListedAccount[]> {
  const rows = await database.query(
    `SELECT a.*, w.url AS webhook_url, ${budgetColumns(database)}
      FROM account a LEFT JOIN webhook w ON w.account_id = a.id ${budgetJoins('a.id', '0')} ${conditions}`,
    values,
  );
  return rows.map((row) => ({
    ...readAccount(row),
    ...readBalance(row),
    suspended: read(row, 'suspended', 'flag'),
    webhookUrl: read(row, 'webhook_url', 'text?'),
    ...readBudgetStatus(row),
  }));
}

/** @throws LedgerError `account-unknown`. */
export async function listKeys(database: Database, accountName?: string): Promise<readonly ListedKey[]> {
  const accountId = accountName === undefined ? null : await accountIdOf(database, accountName);
  const lastUsed = (table: string): string =>
    `SELECT key_id, max(created_ms) AS used_ms FROM ${table} WHERE key_id IS NOT NULL GROUP BY key_id`;
  const rows = await database.query(
    `SELECT k.prefix, k.name, k.created_ms, k.expires_ms, k.revoked_ms, a.name AS account_name,
        k.models AS key_models, k.requests_per_minute AS key_requests_per_minute,
        u.used_ms AS last_used_ms, ${budgetColumns(database)}
      FROM api_key k JOIN account a ON a.id = k.account_id ${budgetJoins('k.account_id', 'k.family_id')}
        LEFT JOIN (SELECT key_id, max(used_ms) AS used_ms
          FROM (${lastUsed('request')} UNION ALL ${lastUsed('open_request')}) uses GROUP BY key_id) u ON u.key_id = k.id
      WHERE CAST($1 AS BIGINT) IS NULL OR k.account_id = $1 ORDER BY k.id`,
    [accountId],
  );
  return rows.map((row) => ({
    name: read(row, 'name', 'text?'),
    prefix: read(row, 'prefix', 'text'),
    account: read(row, 'account_name', 'text'),
    created: read(row, 'created_ms', 'time'),
    lastUsed: read(row, 'last_used_ms', 'time?'),
    expires: read(row, 'expires_ms', 'time?'),
    revoked: read(row, 'revoked_ms', 'time?'),
    ...readKeyLimits(row),
    ...readBudgetStatus(row),
  }));
}

/**
 * Reads the newest entries of an account from its newest credits and its newest settled requests, both by their indexes.
 * The view `entry` has the same lines for all accounts.
 * @throws LedgerError `account-unknown`.
 */
export async function readHistory(
  database: Database,
  accountName: string,
  maxEntries: number,
): Promise<readonly LedgerEntry[]> {
  const rows = await database.query(
    `SELECT * FROM (
        SELECT CASE WHEN amount < 0 THEN 'correction' ELSE 'grant' END AS kind, abs(amount) AS amount,
          CAST(NULL AS TEXT) AS request_id, created_ms, note, id AS place
        FROM (SELECT * FROM credit WHERE account_id = $1 ORDER BY created_ms DESC, id DESC LIMIT $2) c
        UNION ALL
        SELECT kind, CASE WHEN kind = 'charge' THEN charge ELSE absorbed END, r.id, finished_ms, NULL, 0
        FROM (SELECT * FROM request WHERE account_id = $1 AND state = 'settled'
            ORDER BY finished_ms DESC, id DESC LIMIT $2) r
          JOIN (SELECT 'charge' AS kind UNION ALL SELECT 'absorbed') k ON k.kind = 'charge' OR r.absorbed > 0
      ) e ORDER BY created_ms DESC, place DESC, request_id DESC, kind LIMIT $2`,
    [await accountIdOf(database, accountName), maxEntries],
  );
  return rows.map((row) => ({
    at: read(row, 'created_ms', 'time'),
    kind: readWord(row, 'kind', ['grant', 'correction', 'charge', 'absorbed']),
    microCredits: read(row, 'amount', 'integer'),
    requestId: read(row, 'request_id', 'text?'),
    note: read(row, 'note', 'text?'),
  }));
}
