import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerError } from '../ledger-error.ts';
import type { Account, Balance, IdempotencyClaim, KeyUse, LedgerEntry } from '../ledger.ts';
import { IdempotencyLookup } from './idempotency.ts';
import { ACCOUNT_COLUMNS, readAccount, readBalance, readEntry } from '../ledger-row.ts';

/**
 * Reads on the main thread. A lookup by indexed hash touches a few pages of the operating system's cache and takes
 * microseconds; behind the writer it would wait for a commit. Every statement opens its own snapshot of the log, so a
 * key revoked by another process is refused from the moment that process's commit returns.
 */
export class LedgerReader {
  readonly #database: DatabaseSync;
  readonly #byKey: StatementSync;
  readonly #accounts: StatementSync;
  readonly #balance: StatementSync;
  readonly #idByName: StatementSync;
  readonly #entries: StatementSync;
  readonly #keys: IdempotencyLookup;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#keys = new IdempotencyLookup(database);
    this.#byKey = database.prepare(
      `SELECT ${ACCOUNT_COLUMNS} FROM api_key JOIN account ON account.id = api_key.account_id
       WHERE api_key.hash = ? AND api_key.revoked_ms IS NULL`,
    );
    this.#accounts = database.prepare(`SELECT ${ACCOUNT_COLUMNS}, posted, reserved FROM account ORDER BY id`);
    this.#balance = database.prepare('SELECT posted, reserved FROM account WHERE id = ?');
    this.#idByName = database.prepare('SELECT id FROM account WHERE name = ?');
    this.#entries = database.prepare(
      'SELECT kind, amount, request_id, created_ms FROM entry WHERE account_id = ? ORDER BY id DESC LIMIT ?',
    );
  }

  findReply(accountId: number, claim: IdempotencyClaim): KeyUse | undefined {
    return this.#keys.find(accountId, claim, Date.now());
  }

  authenticate(keyHash: Uint8Array): Account | undefined {
    const row = this.#byKey.get(keyHash);
    return row === undefined ? undefined : readAccount(row);
  }

  listAccounts(): readonly (Account & Balance)[] {
    return this.#accounts.all().map((row) => ({ ...readAccount(row), ...readBalance(row) }));
  }

  balance(accountId: number): Balance {
    const row = this.#balance.get(accountId);
    if (row === undefined) throw unknownAccount(String(accountId));
    return readBalance(row);
  }

  history(accountName: string, limit: number): readonly LedgerEntry[] {
    const account = this.#idByName.get(accountName);
    if (account === undefined) throw unknownAccount(accountName);
    return this.#entries.all(account['id'] ?? null, limit).map(readEntry);
  }

  close(): void {
    this.#database.close();
  }
}

function unknownAccount(account: string): LedgerError {
  return new LedgerError(
    'account-unknown',
    `There is no account ${account}. \`assay account list\` names them all.`,
  );
}
