import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Account, Balance } from './ledger.ts';
import { ACCOUNT_COLUMNS, readAccount, readBalance } from './sqlite-row.ts';

/**
 * Reads on the main thread. A lookup by indexed hash touches a few pages of the operating system's cache and takes
 * microseconds; behind the writer it would wait for a commit. Every statement opens its own snapshot of the log, so a
 * key revoked by another process is refused from the moment that process's commit returns.
 */
export class LedgerReader {
  readonly #database: DatabaseSync;
  readonly #byKey: StatementSync;
  readonly #accounts: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#byKey = database.prepare(
      `SELECT ${ACCOUNT_COLUMNS} FROM api_key JOIN account ON account.id = api_key.account_id
       WHERE api_key.hash = ? AND api_key.revoked_ms IS NULL`,
    );
    this.#accounts = database.prepare(`SELECT ${ACCOUNT_COLUMNS}, posted, reserved FROM account ORDER BY id`);
  }

  authenticate(keyHash: Uint8Array): Account | undefined {
    const row = this.#byKey.get(keyHash);
    return row === undefined ? undefined : readAccount(row);
  }

  listAccounts(): readonly (Account & Balance)[] {
    return this.#accounts.all().map((row) => ({ ...readAccount(row), ...readBalance(row) }));
  }

  close(): void {
    this.#database.close();
  }
}
