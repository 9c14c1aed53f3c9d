import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LISTED_KEYS, readCall, readListedKey, readRequest, type Row } from '../ledger-row.ts';
import type { ListedKey, MeteredOutput, RequestRecord } from '../ledger.ts';
import { meteredOutputSql, readMeteredOutput } from '../metered-output.ts';
import { findAnswerParameters, findAnswerSql } from '../answers/answers-sql.ts';
import type { CacheQuery } from '../answers/cached-answer.ts';
import { LOG_PIECE_BYTES, type LogPiece } from '../texts/log-piece.ts';
import {
  filteredPageParameters,
  filteredPageSql,
  isFiltered,
  readFilteredPage,
} from '../requests/filtered-page.ts';
import { pageParameters, readRequestPage, requestPageSql, selectAsked } from '../requests/page-report.ts';
import type { RequestPage, RequestPageQuery } from '../requests/request-page.ts';
import { type AccountUsage, nextStepOf, nextStepSql, type UsageStep } from '../usage/usage-in-steps.ts';
import { usageSql } from '../usage/usage-report.ts';
import type { UsageQuery } from '../usage/usage.ts';
import { addPromptSearch, SQLITE_SEARCH } from '../requests/sqlite-search.ts';
import { TextWindows, WINDOW_BYTES } from './text-windows.ts';

/** Reads records and their texts, which may be long: on a thread of its own, never on the event loop. */
export class RecordReader {
  readonly #database: DatabaseSync;
  readonly #request: StatementSync;
  readonly #calls: StatementSync;
  readonly #page: StatementSync;
  readonly #isKept: StatementSync;
  readonly #windows: Readonly<Record<LogPiece['text'], StatementSync>>;
  readonly #answer: StatementSync;
  readonly #read = new TextWindows();

  constructor(database: DatabaseSync) {
    this.#database = database;
    addPromptSearch(database);
    // The length of a text stands in its row's head: the text itself is not read.
    this.#request = database.prepare(
      `SELECT ${selectAsked(SQLITE_SEARCH)}, r.owner,
         octet_length(l.request) AS request_bytes, octet_length(l.response) AS response_bytes
       FROM request r LEFT JOIN prompt_log l ON l.request_id = r.id AND r.state = 'settled'
       WHERE r.id = ? AND r.account_id = ?`,
    );
    this.#calls = database.prepare(
      'SELECT * FROM call WHERE request_id = ? ORDER BY role, position, sequence',
    );
    this.#page = database.prepare(requestPageSql(SQLITE_SEARCH));
    this.#isKept = database.prepare(
      `SELECT l.id FROM prompt_log l JOIN request r ON r.id = l.request_id
       WHERE r.id = ? AND r.account_id = ? AND r.state = 'settled'`,
    );
    this.#answer = database.prepare(findAnswerSql('?', '?4'));
    const window = (text: LogPiece['text']): StatementSync =>
      database.prepare(
        `SELECT substr(CAST(${text} AS BLOB), ?, ${WINDOW_BYTES}) AS bytes FROM prompt_log WHERE id = ?`,
      );
    this.#windows = {
      request: window('request'),
      response: window('response'),
      judged_with: window('judged_with'),
    };
  }

  /** Calls never change once they are stored, so they need no common snapshot with their request's row. */
  find(accountId: number, requestId: string): RequestRecord | undefined {
    const row = this.#request.get(requestId, accountId);
    if (row === undefined) return undefined;
    return readRequest(row, this.#calls.all(requestId).map(readCall));
  }

  page(query: RequestPageQuery): RequestPage {
    if (isFiltered(query)) {
      const page = this.#database.prepare(filteredPageSql(query, SQLITE_SEARCH));
      return readFilteredPage(page.all(...filteredPageParameters(query)), query);
    }
    return readRequestPage(this.#page.all(...pageParameters(query)), query);
  }

  outputs(minimumCalls: number): readonly MeteredOutput[] {
    return this.#database.prepare(meteredOutputSql('?')).all(minimumCalls).map(readMeteredOutput);
  }

  /** @returns a piece with memory of its own; undefined where the account has no such text. */
  piece({ accountId, requestId, text, offsetBytes }: LogPiece): Uint8Array<ArrayBuffer> | undefined {
    // Asked for every piece: what has been pruned since is not given any more.
    const logId = this.#isKept.get(requestId, accountId)?.['id'];
    if (typeof logId !== 'number') return undefined;
    const start = offsetBytes - (offsetBytes % WINDOW_BYTES);
    const window = this.#read.get(`${text} ${start} ${requestId}`, () => {
      const bytes = this.#windows[text].get(start + 1, logId)?.['bytes'];
      return bytes instanceof Uint8Array ? bytes : undefined;
    });
    return window?.slice(offsetBytes - start, offsetBytes - start + LOG_PIECE_BYTES);
  }

  /** @returns memory of its own. */
  answer(query: CacheQuery): Uint8Array<ArrayBuffer> | undefined {
    const answer = this.#answer.get(...findAnswerParameters(query), Date.now())?.['answer'];
    return answer instanceof Uint8Array ? answer.slice() : undefined;
  }

  keys(accountId: number | null): readonly ListedKey[] {
    return this.#database
      .prepare(`${LISTED_KEYS} WHERE ?1 IS NULL OR k.account_id = ?1 ORDER BY k.id`)
      .all(accountId)
      .map(readListedKey);
  }

  usage({ by, within, accountId, fromMs, toMs }: UsageQuery): readonly Row[] {
    const ofAccount = accountId === undefined ? '' : 'AND r.account_id = ?3';
    return this.#database
      .prepare(usageSql({ by, within }, `r.finished_ms >= ?1 AND r.finished_ms < ?2 ${ofAccount}`))
      .all(fromMs, toMs, ...(accountId === undefined ? [] : [accountId]));
  }

  usageStep(query: AccountUsage): UsageStep {
    const next = this.#database
      .prepare(nextStepSql(['?1', '?2', '?3']))
      .get(query.accountId, query.fromMs, query.toMs);
    const nextMs = nextStepOf(next, query);
    return { rows: this.usage({ ...query, toMs: nextMs ?? query.toMs }), nextMs };
  }

  close(): void {
    this.#read.clear();
    this.#database.close();
  }
}
