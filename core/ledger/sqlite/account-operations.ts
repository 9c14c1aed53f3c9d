import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OperationOf, Outcome } from '../ledger-operation.ts';
import { refuseGrowth, refuseTakenKey, refuseTakenName, refuseUnknownAccount } from '../ledger-refusals.ts';
import { ACCOUNT_COLUMNS, readAccount, readBalance, readInteger } from '../ledger-row.ts';

const MAXIMUM_POSTED = Number.MAX_SAFE_INTEGER;

/** What operators change. Every statement writes single columns, never a row read before: a racing charge is not lost. */
export class AccountOperations {
  readonly #nowMs: () => number;
  readonly #create: StatementSync;
  readonly #find: StatementSync;
  readonly #grant: StatementSync;
  readonly #grantEntry: StatementSync;
  readonly #change: StatementSync;
  readonly #createKey: StatementSync;
  readonly #revokeKey: StatementSync;

  constructor(database: DatabaseSync, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#create = database.prepare(
      `INSERT INTO account (name, posted, reserved, markup_milli, zero_data_retention, requests_per_minute,
         requests_in_flight, created_ms) VALUES (?, ?, 0, 1000, 0, 600, 100, ?)
       ON CONFLICT DO NOTHING RETURNING ${ACCOUNT_COLUMNS}`,
    );
    this.#find = database.prepare('SELECT id, posted FROM account WHERE name = ?');
    this.#grant = database.prepare(
      'UPDATE account SET posted = posted + ?1 WHERE id = ?2 AND posted <= ?3 - ?1 RETURNING posted, reserved',
    );
    this.#grantEntry = database.prepare(
      "INSERT INTO entry (account_id, kind, amount, created_ms) VALUES (?, 'grant', ?, ?)",
    );
    this.#change = database.prepare(
      `UPDATE account SET markup_milli = coalesce(?, markup_milli),
         zero_data_retention = coalesce(?, zero_data_retention),
         requests_per_minute = coalesce(?, requests_per_minute),
         requests_in_flight = coalesce(?, requests_in_flight)
       WHERE name = ? RETURNING ${ACCOUNT_COLUMNS}`,
    );
    this.#createKey = database.prepare(
      'INSERT INTO api_key (account_id, prefix, hash, created_ms) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
    );
    this.#revokeKey = database.prepare(
      'UPDATE api_key SET revoked_ms = ? WHERE prefix = ? AND revoked_ms IS NULL',
    );
  }

  create({ name, microCredits }: OperationOf<'createAccount'>): Outcome {
    const row = this.#create.get(name, microCredits, this.#nowMs());
    if (row === undefined) return refuseTakenName(name);
    const account = readAccount(row);
    if (microCredits > 0) this.#grantEntry.run(account.id, microCredits, this.#nowMs());
    return { value: account };
  }

  grant({ accountName, microCredits }: OperationOf<'grant'>): Outcome {
    const accountId = this.#findId(accountName);
    if (accountId === undefined) return refuseUnknownAccount(accountName);
    const balance = this.#grant.get(microCredits, accountId, MAXIMUM_POSTED);
    if (balance === undefined) return refuseGrowth();
    this.#grantEntry.run(accountId, microCredits, this.#nowMs());
    return { value: readBalance(balance) };
  }

  change({ accountName, settings }: OperationOf<'changeAccount'>): Outcome {
    const { zeroDataRetention } = settings;
    const row = this.#change.get(
      settings.markupMilli ?? null,
      zeroDataRetention === undefined ? null : Number(zeroDataRetention),
      settings.requestsPerMinute ?? null,
      settings.requestsInFlight ?? null,
      accountName,
    );
    return row === undefined ? refuseUnknownAccount(accountName) : { value: readAccount(row) };
  }

  createKey({ accountName, prefix, hash }: OperationOf<'createKey'>): Outcome {
    const accountId = this.#findId(accountName);
    if (accountId === undefined) return refuseUnknownAccount(accountName);
    if (this.#createKey.run(accountId, prefix, hash, this.#nowMs()).changes === 0) return refuseTakenKey();
    return { value: null };
  }

  revokeKey({ prefix }: OperationOf<'revokeKey'>): Outcome {
    return { value: this.#revokeKey.run(this.#nowMs(), prefix).changes > 0 };
  }

  #findId(accountName: string): number | undefined {
    const row = this.#find.get(accountName);
    return row === undefined ? undefined : readInteger(row, 'id');
  }
}
