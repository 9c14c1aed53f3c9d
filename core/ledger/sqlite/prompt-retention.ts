import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { IDEMPOTENCY_WINDOW_MS } from '../idempotency-window.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import { refuseUnknownAccount } from '../ledger-refusals.ts';
import { readInteger, readText } from '../ledger-row.ts';

/** Deletes what need not or may not be kept any longer: logged texts, and keys that nobody may repeat any more. */
export class PromptRetention {
  readonly #nowMs: () => number;
  readonly #texts: StatementSync;
  readonly #keys: StatementSync;
  readonly #erase: StatementSync;
  readonly #eraseTexts: StatementSync;
  readonly #eraseAnswers: StatementSync;
  readonly #emptyCache: StatementSync;
  readonly #oldestOf: StatementSync;
  readonly #someAnswersOf: StatementSync;

  constructor(database: DatabaseSync, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#texts = database.prepare(
      'DELETE FROM prompt_log WHERE id IN (SELECT id FROM prompt_log WHERE finished_ms < ? ORDER BY finished_ms LIMIT ?)',
    );
    this.#keys = database.prepare(
      `DELETE FROM idempotency WHERE (account_id, key) IN (SELECT i.account_id, i.key
         FROM idempotency i JOIN request r ON r.id = i.request_id
         WHERE i.created_ms <= ? AND r.state <> 'reserved' ORDER BY i.created_ms LIMIT ?)`,
    );
    // Under zero data retention nothing of it that still waits to be stored is stored.
    this.#erase = database.prepare(
      "UPDATE request SET zero_data_retention = 1 WHERE id = ? AND account_id = ? AND state <> 'reserved'",
    );
    this.#eraseTexts = database.prepare('DELETE FROM prompt_log WHERE request_id = ?');
    this.#eraseAnswers = database.prepare('DELETE FROM cached_answer WHERE request_id = ?');
    this.#emptyCache = database.prepare('UPDATE account SET cache_since_ms = ? WHERE name = ? RETURNING id');
    this.#oldestOf = database.prepare(
      `SELECT t.request_id FROM text_size t JOIN request r ON r.id = t.request_id
       WHERE t.account_id = ? AND r.state <> 'reserved' ORDER BY t.id LIMIT ?`,
    );
    this.#someAnswersOf = database.prepare(
      'DELETE FROM cached_answer WHERE id IN (SELECT id FROM cached_answer WHERE account_id = ? LIMIT ?)',
    );
  }

  prune({ beforeMs, limit }: OperationOf<'prunePrompts'>): OperationResult {
    this.#keys.run(this.#nowMs() - IDEMPOTENCY_WINDOW_MS, limit);
    return { value: Number(this.#texts.run(beforeMs, limit).changes) };
  }
  eraseRequest({ accountId, requestId }: OperationOf<'eraseRequest'>): OperationResult {
    this.#eraseOne(accountId, requestId);
    return { value: null };
  }

  eraseAccount({ accountName, limit }: OperationOf<'eraseAccount'>): OperationResult {
    const account = this.#emptyCache.get(this.#nowMs(), accountName);
    if (account === undefined) return refuseUnknownAccount(accountName);
    const accountId = readInteger(account, 'id');
    const erased = this.#oldestOf.all(accountId, limit);
    for (const row of erased) this.#eraseOne(accountId, readText(row, 'request_id'));
    const answers = Number(this.#someAnswersOf.run(accountId, limit).changes);
    return { value: Math.max(erased.length, answers) };
  }

  #eraseOne(accountId: number, requestId: string): void {
    if (this.#erase.run(requestId, accountId).changes === 0) return;
    this.#eraseTexts.run(requestId);
    this.#eraseAnswers.run(requestId);
  }
}
