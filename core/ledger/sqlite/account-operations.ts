import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { SqliteBudgets } from '../budgets/sqlite-budgets.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import {
  refuseCorrection,
  refuseGrowth,
  refuseReplacedKey,
  refuseRotatedKey,
  refuseTakenKey,
  refuseTakenName,
  refuseUnknownAccount,
  refuseUnknownKey,
} from '../ledger-refusals.ts';
import {
  ACCOUNT_COLUMNS,
  readAccount,
  readBalance,
  readInteger,
  readOptionalInteger,
  readOptionalText,
  readText,
} from '../ledger-row.ts';

const MAX_POSTED = Number.MAX_SAFE_INTEGER;

/** What operators change. Every statement writes single columns, never a row read before: a racing charge is not lost. */
export class AccountOperations {
  readonly #nowMs: () => number;
  readonly #budgets: SqliteBudgets;
  readonly #create: StatementSync;
  readonly #find: StatementSync;
  readonly #grant: StatementSync;
  readonly #correct: StatementSync;
  readonly #entry: StatementSync;
  readonly #suspend: StatementSync;
  readonly #change: StatementSync;
  readonly #createKey: StatementSync;
  readonly #changeKey: StatementSync;
  readonly #findSuccessor: StatementSync;
  readonly #revokeKey: StatementSync;
  readonly #findKey: StatementSync;
  readonly #replaceKey: StatementSync;

  constructor(database: DatabaseSync, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#budgets = new SqliteBudgets(database);
    this.#create = database.prepare(
      `INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute,
         requests_in_flight, created_ms) VALUES (?, ?, 0, 1000, 0, 600, 100, ?)
       ON CONFLICT DO NOTHING RETURNING ${ACCOUNT_COLUMNS}`,
    );
    this.#find = database.prepare('SELECT id, posted - reserved AS free FROM account WHERE name = ?');
    this.#grant = database.prepare(
      'UPDATE account SET posted = posted + ?1 WHERE id = ?2 AND posted <= ?3 - ?1 RETURNING posted, reserved',
    );
    this.#correct = database.prepare(
      'UPDATE account SET posted = posted - ?1 WHERE id = ?2 AND posted - reserved >= ?1 RETURNING posted, reserved',
    );
    this.#entry = database.prepare(
      'INSERT INTO entry (account_id, kind, amount, created_ms, note) VALUES (?, ?, ?, ?, ?)',
    );
    this.#suspend = database.prepare('UPDATE account SET suspended = ?1 WHERE name = ?2');
    this.#change = database.prepare(
      `UPDATE account SET markup_milli = coalesce(?1, markup_milli),
         zero_data_retention = coalesce(?2, zero_data_retention),
         requests_per_minute = coalesce(?3, requests_per_minute),
         requests_in_flight = coalesce(?4, requests_in_flight),
         worst_holds = coalesce(?5, worst_holds),
         response_cache = coalesce(?6, response_cache),
         cache_since_ms = iif(?2 = 1 OR ?6 = 0, ?7, cache_since_ms)
       WHERE name = ?8 RETURNING ${ACCOUNT_COLUMNS}`,
    );
    this.#createKey = database.prepare(
      `INSERT INTO api_key (account_id, prefix, hash, created_ms, name, expires_ms, models, requests_per_minute)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id`,
    );
    this.#changeKey = database.prepare(
      `UPDATE api_key SET expires_ms = iif(?2, ?3, expires_ms), name = iif(?4, ?5, name),
         models = iif(?6, ?7, models), requests_per_minute = iif(?8, ?9, requests_per_minute)
       WHERE prefix = ?1 AND revoked_ms IS NULL RETURNING coalesce(line_id, id) AS line_id, account_id`,
    );
    this.#findSuccessor = database.prepare(
      `SELECT s.prefix, s.created_ms FROM api_key k JOIN api_key s ON s.prefix = k.successor WHERE k.prefix = ?`,
    );
    this.#revokeKey = database.prepare(
      'UPDATE api_key SET revoked_ms = ? WHERE prefix = ? AND revoked_ms IS NULL',
    );
    this.#findKey = database.prepare(
      `SELECT k.account_id, k.name, k.expires_ms, k.successor, k.models, k.requests_per_minute, a.name AS account_name
       FROM api_key k JOIN account a ON a.id = k.account_id
       WHERE k.prefix = ?1 AND k.revoked_ms IS NULL AND (k.expires_ms IS NULL OR k.expires_ms > ?2)`,
    );
    this.#replaceKey = database.prepare(
      `UPDATE api_key SET successor = ?1, expires_ms = ?2, revoked_ms = iif(?3, ?4, revoked_ms) WHERE prefix = ?5`,
    );
  }

  create({ name, microCredits }: OperationOf<'createAccount'>): OperationResult {
    const row = this.#create.get(name, microCredits, this.#nowMs());
    if (row === undefined) return refuseTakenName(name);
    const account = readAccount(row);
    if (microCredits > 0) this.#entry.run(account.id, 'grant', microCredits, this.#nowMs(), null);
    return { value: account };
  }

  grant({ accountName, microCredits, note }: OperationOf<'grant'>): OperationResult {
    const accountId = this.#findId(accountName);
    if (accountId === undefined) return refuseUnknownAccount(accountName);
    const balance = this.#grant.get(microCredits, accountId, MAX_POSTED);
    if (balance === undefined) return refuseGrowth();
    this.#entry.run(accountId, 'grant', microCredits, this.#nowMs(), note);
    return { value: readBalance(balance) };
  }

  correct({ accountName, microCredits, note }: OperationOf<'correct'>): OperationResult {
    const account = this.#find.get(accountName);
    if (account === undefined) return refuseUnknownAccount(accountName);
    const accountId = readInteger(account, 'id');
    const balance = this.#correct.get(microCredits, accountId);
    if (balance === undefined) return refuseCorrection(readInteger(account, 'free'));
    this.#entry.run(accountId, 'correction', microCredits, this.#nowMs(), note);
    return { value: readBalance(balance) };
  }

  suspend({ accountName, suspended }: OperationOf<'suspendAccount'>): OperationResult {
    const { changes } = this.#suspend.run(Number(suspended), accountName);
    return changes === 0 ? refuseUnknownAccount(accountName) : { value: null };
  }

  change({ accountName, settings }: OperationOf<'changeAccount'>): OperationResult {
    const { zeroDataRetention, holds, cache } = settings;
    const row = this.#change.get(
      settings.markupMilli ?? null,
      zeroDataRetention === undefined ? null : Number(zeroDataRetention),
      settings.requestsPerMinute ?? null,
      settings.requestsInFlight ?? null,
      holds === undefined ? null : Number(holds === 'worst'),
      cache === undefined ? null : Number(cache),
      this.#nowMs(),
      accountName,
    );
    if (row === undefined) return refuseUnknownAccount(accountName);
    const account = readAccount(row);
    this.#budgets.set({ accountId: account.id, keyId: null }, settings.budgets ?? {}, this.#nowMs());
    return { value: account };
  }

  createKey({ accountName, budgets, ...key }: OperationOf<'createKey'>): OperationResult {
    const accountId = this.#findId(accountName);
    if (accountId === undefined) return refuseUnknownAccount(accountName);
    const { prefix, hash, name, expiresMs, requestsPerMinute } = key;
    const limits = [modelsColumn(key.models), requestsPerMinute] as const;
    const made = this.#createKey.get(accountId, prefix, hash, this.#nowMs(), name, expiresMs, ...limits);
    if (made === undefined) return refuseTakenKey();
    this.#budgets.set({ accountId, keyId: readInteger(made, 'id') }, budgets, this.#nowMs());
    return { value: null };
  }

  changeKey({ prefix, settings }: OperationOf<'changeKey'>): OperationResult {
    const { expiresMs, budgets = {}, name, models, requestsPerMinute } = settings;
    const successor = expiresMs === undefined ? undefined : this.#findSuccessor.get(prefix);
    if (successor !== undefined)
      return refuseReplacedKey(prefix, readText(successor, 'prefix'), readInteger(successor, 'created_ms'));
    const changes = [
      expiresMs,
      name,
      models === undefined ? models : modelsColumn(models),
      requestsPerMinute,
    ];
    const columns = changes.flatMap((value) => [Number(value !== undefined), value ?? null]);
    const key = this.#changeKey.get(prefix, ...columns);
    if (key === undefined) return refuseUnknownKey(prefix);
    const scope = { accountId: readInteger(key, 'account_id'), keyId: readInteger(key, 'line_id') };
    this.#budgets.set(scope, budgets, this.#nowMs());
    return { value: null };
  }

  revokeKey({ prefix }: OperationOf<'revokeKey'>): OperationResult {
    return { value: this.#revokeKey.run(this.#nowMs(), prefix).changes > 0 };
  }

  rotateKey({ prefix, successor, graceMs }: OperationOf<'rotateKey'>): OperationResult {
    const nowMs = this.#nowMs();
    const old = this.#findKey.get(prefix, nowMs);
    if (old === undefined) return refuseUnknownKey(prefix);
    const taken = readOptionalText(old, 'successor');
    if (taken !== null) return refuseRotatedKey(prefix, taken);
    const [name, expiresMs] = [readOptionalText(old, 'name'), readOptionalInteger(old, 'expires_ms')];
    const accountId = readInteger(old, 'account_id');
    const { changes } = this.#createKey.run(
      accountId,
      successor.prefix,
      successor.hash,
      nowMs,
      name,
      expiresMs,
      readOptionalText(old, 'models'),
      readOptionalInteger(old, 'requests_per_minute'),
    );
    if (changes === 0) return refuseTakenKey();
    const oldExpiresMs = Math.min(expiresMs ?? Number.MAX_SAFE_INTEGER, nowMs + graceMs);
    this.#replaceKey.run(successor.prefix, oldExpiresMs, Number(graceMs === 0), nowMs, prefix);
    return { value: { accountName: readText(old, 'account_name'), name, expiresMs, oldExpiresMs } };
  }

  #findId(accountName: string): number | undefined {
    const row = this.#find.get(accountName);
    return row === undefined ? undefined : readInteger(row, 'id');
  }
}

function modelsColumn(models: readonly string[] | null): string | null {
  return models === null ? null : JSON.stringify(models);
}
