import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { refuseUnknownAccount } from '../ledger-refusals.ts';
import { readInteger, readText } from '../ledger-row.ts';
import { ALERTS_AT_ONCE, CLAIM_MS, EVENT_LIFE_MS, EXPIRED_AT_ONCE } from './outbox.ts';
import type { ClaimedEvent, EndedEvent, Webhook } from './outbox.ts';
import { EVENT_FACTS, NEW_ALERT_COLUMNS, readClaimed, readNewAlert } from './outbox-sql.ts';
import type { OutboxStep, OutboxStepOf, OutboxStepResult } from './outbox-step.ts';

/** The outbox on the writer's thread. Each step runs inside its caller's transaction. */
export class OutboxWriter {
  readonly #nowMs: () => number;
  readonly #account: StatementSync;
  readonly #set: StatementSync;
  readonly #remove: StatementSync;
  readonly #forget: StatementSync;
  readonly #delivered: StatementSync;
  readonly #failed: StatementSync;
  readonly #postponed: StatementSync;
  readonly #dead: StatementSync;
  readonly #expire: StatementSync;
  readonly #due: StatementSync;
  readonly #claim: StatementSync;
  readonly #alerts: StatementSync;
  readonly #retry: StatementSync;
  readonly #retryDead: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#account = database.prepare('SELECT id FROM account WHERE name = ?');
    this.#set = database.prepare(
      `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES (?, ?, ?, ?)
       ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, created_ms = excluded.created_ms`,
    );
    this.#remove = database.prepare('DELETE FROM webhook WHERE account_id = ?');
    this.#forget = database.prepare(
      `DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE account_id = ?1 LIMIT ?2)
         AND NOT EXISTS (SELECT 1 FROM webhook WHERE account_id = ?1)`,
    );
    this.#delivered = database.prepare('DELETE FROM webhook_event WHERE id = ?');
    this.#failed = database.prepare(
      'UPDATE webhook_event SET due_ms = ?, last_failure = ? WHERE id = ? AND attempts = ?',
    );
    this.#postponed = database.prepare(
      'UPDATE webhook_event SET due_ms = ?, attempts = attempts - 1 WHERE id = ? AND attempts = ?',
    );
    this.#dead = database.prepare(
      'UPDATE webhook_event SET dead_ms = ?, last_failure = ? WHERE id = ? AND attempts = ?',
    );
    this.#expire = database.prepare(
      `UPDATE webhook_event SET dead_ms = ?1 WHERE id IN (SELECT id FROM webhook_event
         WHERE dead_ms IS NULL AND until_ms <= ?1 LIMIT ${EXPIRED_AT_ONCE})`,
    );
    this.#alerts = database.prepare(
      `UPDATE budget_alert SET counted = 1 WHERE id IN (SELECT id FROM budget_alert WHERE NOT counted LIMIT ${ALERTS_AT_ONCE})
       RETURNING ${NEW_ALERT_COLUMNS}`,
    );
    this.#due = database.prepare(
      `${EVENT_FACTS} WHERE e.account_id = ? AND e.dead_ms IS NULL AND e.due_ms <= ? ORDER BY e.due_ms LIMIT ?`,
    );
    this.#claim = database.prepare(
      'UPDATE webhook_event SET attempts = attempts + 1, due_ms = ? WHERE id = ?',
    );
    const again =
      'dead_ms = NULL, attempts = iif(dead_ms IS NULL, attempts, 0), due_ms = ?1, until_ms = ?1 + ?2';
    this.#retry = database.prepare(`UPDATE webhook_event SET ${again} WHERE id = ?3`);
    this.#retryDead = database.prepare(
      `UPDATE webhook_event SET ${again}
       WHERE id IN (SELECT id FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ?3)`,
    );
    this.#prune = database.prepare(
      'DELETE FROM webhook_event WHERE id IN (SELECT id FROM webhook_event WHERE dead_ms < ? LIMIT ?)',
    );
  }

  take(step: OutboxStep): OutboxStepResult {
    const nowMs = this.#nowMs();
    switch (step.kind) {
      case 'claim':
        return this.#claimEvents(step, nowMs);
      case 'set':
        return this.#withAccount(step.accountName, (id) => this.#setFor(id, step.webhook, nowMs));
      case 'remove':
        return this.#withAccount(step.accountName, (id) => count(this.#remove.run(id)));
      case 'forget':
        return this.#withAccount(step.accountName, (id) => count(this.#forget.run(id, step.limit)));
      case 'alerts':
        return { value: this.#alerts.all().map(readNewAlert) };
      case 'retry':
        return count(this.#retry.run(nowMs, EVENT_LIFE_MS, step.id));
      case 'retryDead':
        return count(this.#retryDead.run(nowMs, EVENT_LIFE_MS, step.limit));
      case 'prune':
        return count(this.#prune.run(step.beforeMs, step.limit));
    }
    const unknown: never = step;
    throw new TypeError(`The outbox has no step ${JSON.stringify(unknown)}.`);
  }

  #withAccount(accountName: string, work: (accountId: number) => OutboxStepResult): OutboxStepResult {
    const account = this.#account.get(accountName);
    return account === undefined ? refuseUnknownAccount(accountName) : work(readInteger(account, 'id'));
  }

  #setFor(accountId: number, { url, secret }: Webhook, nowMs: number): OutboxStepResult {
    this.#set.run(accountId, url, secret, nowMs);
    return { value: null };
  }

  #claimEvents({ ended, wanted }: OutboxStepOf<'claim'>, nowMs: number): OutboxStepResult {
    for (const event of ended) this.#end(event, nowMs);
    const expired = Number(this.#expire.run(nowMs).changes);
    const claimed = wanted.flatMap(({ accountId, maxEvents }) =>
      this.#due.all(accountId, nowMs, maxEvents).map((row): ClaimedEvent => {
        this.#claim.run(nowMs + CLAIM_MS, readText(row, 'id'));
        return readClaimed({ ...row, attempts: readInteger(row, 'attempts') + 1 }, nowMs);
      }),
    );
    return { value: { claimed, expired } };
  }

  #end(event: EndedEvent, nowMs: number): void {
    const { id, attempt } = event;
    switch (event.outcome) {
      case 'delivered':
        // Also if another gateway has claimed it meanwhile: it was delivered.
        this.#delivered.run(id);
        break;
      case 'failed':
        this.#failed.run(nowMs + event.pauseMs, event.failure, id, attempt);
        break;
      case 'postponed':
        this.#postponed.run(nowMs + event.pauseMs, id, attempt);
        break;
      case 'dead':
        this.#dead.run(nowMs, event.failure, id, attempt);
        break;
    }
  }
}

function count({ changes }: { readonly changes: number | bigint }): OutboxStepResult {
  return { value: Number(changes) };
}
