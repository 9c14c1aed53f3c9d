import type { Pool } from 'pg';
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
import {
  ACCOUNT_COLUMNS,
  KEY_LIMITS,
  LISTED_ACCOUNT,
  LISTED_ACCOUNTS,
  readBalance,
  readCall,
  readEntry,
  readInteger,
  readKeyHolder,
  readListedAccount,
  readOptionalInteger,
  readOptionalText,
  readRequest,
  readText,
} from '../ledger-row.ts';
import type { Row } from '../ledger-row.ts';
import type {
  Balance,
  IdempotencyClaim,
  KeyHolder,
  KeyUse,
  LedgerEntry,
  ListedAccount,
  MeteredOutput,
  RequestRecord,
} from '../ledger.ts';
import { meteredOutputSql, readMeteredOutput } from '../metered-output.ts';
import { findAnswerParameters, findAnswerSql } from '../answers/answers-sql.ts';
import type { CacheQuery } from '../answers/cached-answer.ts';
import { LOG_PIECE_BYTES, type LogPiece } from '../texts/log-piece.ts';
import { rowsOf } from './connection.ts';
import { describeError } from './error-kind.ts';
import { usageQuery } from './reports.ts';
import {
  type AccountUsage,
  isOfAccount,
  nextStepOf,
  nextStepSql,
  usageInSteps,
  type UsageStep,
} from '../usage/usage-in-steps.ts';
import { readUsage } from '../usage/usage-report.ts';
import type { UsageQuery, UsageRow } from '../usage/usage.ts';
import { RecordTurns } from '../texts/record-turns.ts';
import {
  filteredPageParameters,
  filteredPageSql,
  isFiltered,
  readFilteredPage,
} from '../requests/filtered-page.ts';
import { pageParameters, readRequestPage, requestPageSql, selectAsked } from '../requests/page-report.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import { POSTGRES_SEARCH } from '../requests/postgres-search.ts';

const REQUEST_PAGE = requestPageSql(POSTGRES_SEARCH);
/** Reports on all accounts take turns as an account's do. */
const NOBODY = 0;

/** Reads beside the writer. Each statement sees what was committed before it began, by any gateway or command. */
export class PostgresReader {
  readonly #pool: Pool;
  readonly #texts: Pool;
  readonly #reports: Pool;
  readonly #turns = new RecordTurns();
  readonly #reportTurns = new RecordTurns();

  /**
   * @param texts for the long texts of records, so that reading them keeps nobody else waiting.
   * @param reports for what reads much of the history.
   */
  constructor(pool: Pool, texts: Pool, reports: Pool) {
    this.#pool = pool;
    this.#texts = texts;
    this.#reports = reports;
  }

  async authenticate(keyHash: Uint8Array): Promise<KeyHolder | undefined> {
    const [row] = await this.#rows({
      name: 'authenticate',
      text: `SELECT ${ACCOUNT_COLUMNS}, ${KEY_LIMITS}, suspended, api_key.id AS key_id
        FROM api_key JOIN account ON account.id = api_key.account_id
        WHERE api_key.hash = $1 AND api_key.revoked_ms IS NULL
          AND (api_key.expires_ms IS NULL OR api_key.expires_ms > now_ms())`,
      values: [Buffer.from(keyHash)],
    });
    return row === undefined ? undefined : readKeyHolder(row);
  }

  async listAccounts(): Promise<readonly ListedAccount[]> {
    const rows = await this.#rows({ text: LISTED_ACCOUNTS });
    return rows.map(readListedAccount);
  }

  async accountsAfter(accountId: number, limit: number): Promise<readonly ListedAccount[]> {
    const text = `${LISTED_ACCOUNT} WHERE account.id > $1 ORDER BY account.id LIMIT $2`;
    return (await this.#rows({ text, values: [accountId, limit] })).map(readListedAccount);
  }

  async findAccount(name: string): Promise<ListedAccount | undefined> {
    const [row] = await this.#rows({ text: `${LISTED_ACCOUNT} WHERE account.name = $1`, values: [name] });
    return row === undefined ? undefined : readListedAccount(row);
  }

  async listAdminTokens(): Promise<readonly ListedAdminToken[]> {
    return (await this.#rows({ text: LISTED_ADMIN_TOKENS })).map(readListedAdminToken);
  }

  async findAdminToken(prefix: string): Promise<KnownAdminToken | 'none' | undefined> {
    const [row] = await this.#rows({ text: knownTokenSql('$1'), values: [prefix] });
    return readKnownToken(row, prefix);
  }

  async audit(query: AuditQuery): Promise<AuditPage> {
    const text = auditSql((position) => `$${position}::bigint`);
    return readAuditPage(await this.#rows({ text, values: [...auditParameters(query)] }), query);
  }

  async budgets(accountId: number, keyId: number): Promise<readonly Budget[]> {
    const rows = await this.#rows({
      name: 'budgets',
      text: `SELECT b.*, now_ms() AS at_ms FROM (${budgetsSql((position) => `$${position}`)}) b`,
      values: [accountId, keyId],
    });
    return rows.map((row) => readBudget(row, readInteger(row, 'at_ms')));
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

  async history(accountName: string, maxEntries: number): Promise<readonly LedgerEntry[]> {
    const [account] = await this.#rows({
      text: 'SELECT id FROM account WHERE name = $1',
      values: [accountName],
    });
    if (account === undefined) throw unknownAccount(accountName);
    const rows = await this.#rows({
      text: 'SELECT kind, amount, request_id, created_ms, note FROM entry WHERE account_id = $1 ORDER BY id DESC LIMIT $2',
      values: [account['id'], maxEntries],
    });
    return rows.map(readEntry);
  }

  async findReply(accountId: number, claim: IdempotencyClaim): Promise<KeyUse | undefined> {
    const [row] = await this.#rows({
      name: 'find-reply',
      text: `SELECT use ->> 'outcome' AS outcome, use ->> 'requestId' AS id,
          (use ->> 'chargeMicroCredits')::bigint AS charge, (use ->> 'responseBytes')::bigint AS response_bytes
        FROM find_key($1, $2, now_ms()) use`,
      values: [accountId, JSON.stringify(claim)],
    });
    const outcome = row === undefined ? null : readOptionalText(row, 'outcome');
    if (row === undefined || outcome === null) return undefined;
    if (outcome === 'key_mismatch') return { outcome };
    if (outcome === 'in_flight') return { outcome, requestId: readText(row, 'id') };
    return {
      outcome: 'settled',
      requestId: readText(row, 'id'),
      chargeMicroCredits: readInteger(row, 'charge'),
      responseBytes: readOptionalInteger(row, 'response_bytes'),
    };
  }

  async findRequest(accountId: number, requestId: string): Promise<RequestRecord | undefined> {
    const [row] = await this.#rows({
      name: 'find-request',
      text: `SELECT ${selectAsked(POSTGRES_SEARCH)}, r.owner,
          octet_length(l.request) AS request_bytes, octet_length(l.response) AS response_bytes,
          ARRAY(SELECT to_jsonb(c) FROM call c WHERE c.request_id = r.id
            ORDER BY c.role, c.position, c.sequence) AS calls
        FROM request r LEFT JOIN prompt_log l ON l.request_id = r.id AND r.state = 'settled'
        WHERE r.id = $1 AND r.account_id = $2`,
      values: [requestId, accountId],
    });
    if (row === undefined) return undefined;
    const calls = Array.isArray(row['calls']) ? row['calls'] : [];
    return readRequest(row, calls.map(readCall));
  }

  /** In a session beside the others, at which accounts take turns: for each piece the server reads past all of the text. */
  async readLog({ accountId, requestId, text, offsetBytes }: LogPiece): Promise<Uint8Array | undefined> {
    const query = {
      name: `read-log-${text}`,
      text: `SELECT substring(convert_to(l.${text}, 'UTF8') FROM $1 FOR ${LOG_PIECE_BYTES}) AS piece
        FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.state = 'settled' AND r.id = $2 AND r.account_id = $3`,
      values: [offsetBytes + 1, requestId, accountId],
    };
    const [row] = await this.#turns.run(accountId, () => this.#rows(query, this.#texts));
    const piece = row?.['piece'];
    return piece instanceof Uint8Array ? piece : undefined;
  }

  /** In a session beside the others, as `readLog`. */
  async findAnswer(query: CacheQuery): Promise<Uint8Array | undefined> {
    const statement = {
      name: 'find-answer',
      text: findAnswerSql('$', 'now_ms()'),
      values: findAnswerParameters(query),
    };
    const [row] = await this.#turns.run(query.accountId, () => this.#rows(statement, this.#texts));
    const answer = row?.['answer'];
    return answer instanceof Uint8Array ? answer : undefined;
  }

  async listRequests(query: RequestPageQuery): Promise<RequestPage> {
    // Without a name, so that the server plans it for this account and this number of requests.
    const page = isFiltered(query)
      ? { text: filteredPageSql(query, POSTGRES_SEARCH), values: filteredPageParameters(query) }
      : { text: REQUEST_PAGE, values: pageParameters(query) };
    // Beside records, not beside reports: a page takes milliseconds, a report of a year takes seconds.
    const rows = await this.#turns.run(query.accountId, () => this.#rows(page, this.#texts));
    return isFiltered(query) ? readFilteredPage(rows, query) : readRequestPage(rows, query);
  }

  async outputsByModel(minimumCalls: number): Promise<readonly MeteredOutput[]> {
    const query = { text: meteredOutputSql('$1'), values: [minimumCalls] };
    const rows = await this.#reportTurns.run(NOBODY, () => this.#rows(query, this.#reports));
    return rows.map(readMeteredOutput);
  }

  async usage(query: UsageQuery): Promise<readonly UsageRow[]> {
    if (isOfAccount(query)) return await usageInSteps(query, (step) => this.#usageStep(step));
    const rows = await this.#reportTurns.run(NOBODY, () => this.#rows(usageQuery(query), this.#reports));
    return readUsage(rows, query);
  }

  async #usageStep(query: AccountUsage): Promise<UsageStep> {
    return await this.#reportTurns.run(query.accountId, async () => {
      const next = {
        text: nextStepSql(['$1', '$2', '$3']),
        values: [query.accountId, query.fromMs, query.toMs],
      };
      const nextMs = nextStepOf((await this.#rows(next, this.#reports))[0], query);
      const rows = await this.#rows(usageQuery({ ...query, toMs: nextMs ?? query.toMs }), this.#reports);
      return { rows, nextMs };
    });
  }

  /** Rejects whatever waits for its turn. */
  stop(error: LedgerError): void {
    this.#reportTurns.endAll(error);
    this.#turns.endAll(error);
  }

  async #rows(query: Parameters<typeof rowsOf>[1], pool = this.#pool): Promise<readonly Row[]> {
    try {
      return await rowsOf(pool, query);
    } catch (error) {
      const message = `The ledger cannot be read now: ${describeError(error)}. Try again later.`;
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
