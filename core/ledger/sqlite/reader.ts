import type { DatabaseSync, StatementSync } from 'node:sqlite';
import {
  auditParameters,
  auditSql,
  knownTokenSql,
  LISTED_ADMIN_TOKENS,
  readAuditPage,
  readKnownToken,
  readListedAdminToken,
} from '../administration/administration-sql.ts';
import type { KnownAdminToken, ListedAdminToken } from '../administration/admin-token.ts';
import type { AuditPage, AuditQuery } from '../administration/audit.ts';
import type { Budget } from '../budgets/budget.ts';
import { budgetsSql, readBudget } from '../budgets/budget-sql.ts';
import { LedgerError } from '../ledger-error.ts';
import type { Balance, IdempotencyClaim, KeyHolder, KeyUse, LedgerEntry, ListedAccount } from '../ledger.ts';
import { OutboxReader } from '../webhooks/sqlite-outbox.ts';
import { IdempotencyLookup } from './idempotency.ts';
import {
  ACCOUNT_COLUMNS,
  KEY_LIMITS,
  LISTED_ACCOUNT,
  LISTED_ACCOUNTS,
  readBalance,
  readEntry,
  readInteger,
  readKeyHolder,
  readListedAccount,
} from '../ledger-row.ts';

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
  readonly #budgets: StatementSync;
  readonly #idByName: StatementSync;
  readonly #entries: StatementSync;
  readonly #keys: IdempotencyLookup;
  readonly outbox: OutboxReader;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#keys = new IdempotencyLookup(database);
    this.outbox = new OutboxReader(database);
    this.#byKey = database.prepare(
      `SELECT ${ACCOUNT_COLUMNS}, ${KEY_LIMITS}, suspended, api_key.id AS key_id
       FROM api_key JOIN account ON account.id = api_key.account_id
       WHERE api_key.hash = ?1 AND api_key.revoked_ms IS NULL
         AND (api_key.expires_ms IS NULL OR api_key.expires_ms > ?2)`,
    );
    this.#accounts = database.prepare(LISTED_ACCOUNTS);
    this.#balance = database.prepare('SELECT posted, reserved FROM account WHERE id = ?');
    this.#budgets = database.prepare(budgetsSql((position) => `?${position}`));
    this.#idByName = database.prepare('SELECT id FROM account WHERE name = ?');
    this.#entries = database.prepare(
      'SELECT kind, amount, request_id, created_ms, note FROM entry WHERE account_id = ? ORDER BY id DESC LIMIT ?',
    );
  }

  findReply(accountId: number, claim: IdempotencyClaim): KeyUse | undefined {
    return this.#keys.find(accountId, claim, Date.now());
  }

  authenticate(keyHash: Uint8Array): KeyHolder | undefined {
    const row = this.#byKey.get(keyHash, Date.now());
    return row === undefined ? undefined : readKeyHolder(row);
  }

  listAccounts(): readonly ListedAccount[] {
    return this.#accounts.all().map(readListedAccount);
  }

  accountsAfter(accountId: number, limit: number): readonly ListedAccount[] {
    const after = `${LISTED_ACCOUNT} WHERE account.id > ? ORDER BY account.id LIMIT ?`;
    return this.#database.prepare(after).all(accountId, limit).map(readListedAccount);
  }

  findAccount(name: string): ListedAccount | undefined {
    const row = this.#database.prepare(`${LISTED_ACCOUNT} WHERE account.name = ?`).get(name);
    return row === undefined ? undefined : readListedAccount(row);
  }

  /** @throws LedgerError `account-unknown`. */
  idOf(accountName: string): number {
    const account = this.#idByName.get(accountName);
    if (account === undefined) throw unknownAccount(accountName);
    return readInteger(account, 'id');
  }

  listAdminTokens(): readonly ListedAdminToken[] {
    return this.#database.prepare(LISTED_ADMIN_TOKENS).all().map(readListedAdminToken);
  }

  findAdminToken(prefix: string): KnownAdminToken | 'none' | undefined {
    return readKnownToken(this.#database.prepare(knownTokenSql('?')).get(prefix), prefix);
  }

  audit(query: AuditQuery): AuditPage {
    const rows = this.#database
      .prepare(auditSql((position) => `?${position}`))
      .all(...auditParameters(query));
    return readAuditPage(rows, query);
  }

  balance(accountId: number): Balance {
    const row = this.#balance.get(accountId);
    if (row === undefined) throw unknownAccount(String(accountId));
    return readBalance(row);
  }

  budgets(accountId: number, keyId: number): readonly Budget[] {
    const nowMs = Date.now();
    return this.#budgets.all(accountId, keyId).map((row) => readBudget(row, nowMs));
  }

  history(accountName: string, maxEntries: number): readonly LedgerEntry[] {
    return this.#entries.all(this.idOf(accountName), maxEntries).map(readEntry);
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
