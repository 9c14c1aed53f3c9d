import type { Pool } from 'pg';
import { LedgerError } from './ledger-error.ts';
import { ACCOUNT_COLUMNS, readAccount, readBalance, readCall, readEntry, readRequest } from './ledger-row.ts';
import type { Row } from './ledger-row.ts';
import type { Account, Balance, LedgerEntry, RequestRecord } from './ledger.ts';
import { rowsOf } from './postgres-connection.ts';
import { describeFault } from './postgres-fault.ts';

/** Reads beside the writer. Each statement sees what was committed before it began, by any gateway or command. */
export class PostgresReader {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  async authenticate(keyHash: Uint8Array): Promise<Account | undefined> {
    const [row] = await this.#rows({
      name: 'authenticate',
      text: `SELECT ${ACCOUNT_COLUMNS} FROM api_key JOIN account ON account.id = api_key.account_id
        WHERE api_key.hash = $1 AND api_key.revoked_ms IS NULL`,
      values: [Buffer.from(keyHash)],
    });
    return row === undefined ? undefined : readAccount(row);
  }

  async listAccounts(): Promise<readonly (Account & Balance)[]> {
    const rows = await this.#rows({
      text: `SELECT ${ACCOUNT_COLUMNS}, posted, reserved FROM account ORDER BY id`,
    });
    return rows.map((row) => ({ ...readAccount(row), ...readBalance(row) }));
  }

  async balance(accountId: number): Promise<Balance> {
    const [row] = await this.#rows({
      name: 'balance',
      text: 'SELECT posted, reserved FROM account WHERE id = $1',
      values: [accountId],
    });
    if (row === undefined) throw unknownAccount(String(accountId));
    return readBalance(row);
  }

  async history(accountName: string, limit: number): Promise<readonly LedgerEntry[]> {
    const [account] = await this.#rows({
      text: 'SELECT id FROM account WHERE name = $1',
      values: [accountName],
    });
    if (account === undefined) throw unknownAccount(accountName);
    const rows = await this.#rows({
      text: 'SELECT kind, amount, request_id, created_ms FROM entry WHERE account_id = $1 ORDER BY id DESC LIMIT $2',
      values: [account['id'], limit],
    });
    return rows.map(readEntry);
  }

  async findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    const [row] = await this.#rows({
      name: 'find-request',
      text: `SELECT r.id, r.state, r.hold, r.charge, r.zero_data_retention, r.created_ms, r.finished_ms, l.request,
          l.response, ARRAY(SELECT to_jsonb(c) FROM call c WHERE c.request_id = r.id ORDER BY c.sequence) AS calls
        FROM request r LEFT JOIN prompt_log l ON l.request_id = r.id WHERE r.id = $1 AND r.account_id = $2`,
      values: [requestId, accountId],
    });
    if (row === undefined) return undefined;
    const calls = Array.isArray(row['calls']) ? row['calls'] : [];
    return readRequest(row, calls.map(readCall));
  }

  async #rows(query: Parameters<typeof rowsOf>[1]): Promise<readonly Row[]> {
    try {
      return await rowsOf(this.#pool, query);
    } catch (error) {
      const message = `The ledger cannot be read now: ${describeFault(error)}. Try again later.`;
      throw new LedgerError('unavailable', message, { cause: error });
    }
  }
}

function unknownAccount(account: string): LedgerError {
  return new LedgerError(
    'account-unknown',
    `There is no account ${account}. \`assay account list\` names them all.`,
  );
}
