import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { IDEMPOTENCY_WINDOW_MS } from '../idempotency-window.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';

/** Deletes what need not be kept any longer: logged texts, and keys that nobody may repeat any more. */
export class PromptRetention {
  readonly #nowMs: () => number;
  readonly #texts: StatementSync;
  readonly #keys: StatementSync;

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
  }

  prune({ beforeMs, limit }: OperationOf<'prunePrompts'>): OperationResult {
    this.#keys.run(this.#nowMs() - IDEMPOTENCY_WINDOW_MS, limit);
    return { value: Number(this.#texts.run(beforeMs, limit).changes) };
  }
}
