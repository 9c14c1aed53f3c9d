import type { AuditNote } from '../administration/audit.ts';
import { refuseUnknownAccount } from '../ledger-refusals.ts';
import type { OutboxStep, OutboxStepOf, OutboxStepResult } from '../webhooks/outbox-step.ts';
import {
  ALERTS_AT_ONCE,
  CLAIM_MS,
  EVENT_LIFE_MS,
  EXPIRED_AT_ONCE,
  type ClaimResult,
  type EndedEvent,
  type Webhook,
} from '../webhooks/outbox.ts';
import { accountIdOf } from './accounts.ts';
import { noteChange } from './administration.ts';
import { isOneOf, type Dialect } from './dialect.ts';
import { readEvents, readNewAlert } from './events.ts';
import { type Query, type SqlValue, readText } from './query.ts';

/** One change to webhooks and their events. Runs inside its caller's transaction; a refusal has changed nothing. */
export async function takeOutboxStep(
  query: Query,
  dialect: Dialect,
  step: OutboxStep,
): Promise<OutboxStepResult> {
  return await new OutboxWriter(query, dialect).take(step);
}

class OutboxWriter {
  readonly #query: Query;
  readonly #dialect: Dialect;

  constructor(query: Query, dialect: Dialect) {
    this.#query = query;
    this.#dialect = dialect;
  }

  async take(step: OutboxStep): Promise<OutboxStepResult> {
    const events = 'FROM webhook_event';
    switch (step.kind) {
      case 'claim':
        return { value: await this.#claim(step) };
      case 'set':
        return await this.#ofAccount(step.accountName, (id) => this.#set(id, step.webhook, step.audit));
      case 'remove':
        return await this.#ofAccount(step.accountName, (id) =>
          this.#count('DELETE FROM webhook WHERE account_id = $1', [id], step.audit),
        );
      case 'forget':
        return await this.#ofAccount(step.accountName, (id) =>
          this.#count(
            `DELETE ${events} WHERE id IN (SELECT id ${events} WHERE account_id = $1 LIMIT $2)
              AND NOT EXISTS (SELECT 1 FROM webhook WHERE account_id = $1)`,
            [id, step.limit],
          ),
        );
      case 'alerts': {
        const rows = await this.#query(
          `WITH uncounted AS MATERIALIZED (SELECT id FROM budget_alert WHERE counted = 0
              LIMIT ${ALERTS_AT_ONCE} ${this.#dialect.skipLocked('budget_alert')})
            UPDATE budget_alert SET counted = 1 WHERE id IN (SELECT id FROM uncounted)
            RETURNING account_id, family_id, period, threshold`,
        );
        return { value: rows.map(readNewAlert) };
      }
      case 'retry':
        return await this.#again('id = $1', step.id, step.audit);
      case 'retryDead':
        return await this.#again(
          `id IN (SELECT id ${events} WHERE dead_ms IS NOT NULL LIMIT $1)`,
          step.limit,
          step.audit,
        );
      case 'prune':
        return await this.#count(
          `DELETE ${events} WHERE id IN (SELECT id ${events} WHERE dead_ms < $1 LIMIT $2)`,
          [step.beforeMs, step.limit],
        );
    }
    const unknown: never = step;
    throw new TypeError(`The outbox has no step ${JSON.stringify(unknown)}.`);
  }

  async #ofAccount(
    accountName: string,
    work: (accountId: number) => Promise<OutboxStepResult>,
  ): Promise<OutboxStepResult> {
    const accountId = await accountIdOf(this.#query, accountName);
    return accountId === undefined ? refuseUnknownAccount(accountName) : await work(accountId);
  }

  async #set(accountId: number, { url, secret }: Webhook, audit?: AuditNote): Promise<OutboxStepResult> {
    await this.#count(
      `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES ($1, $2, $3, ${this.#dialect.nowMs})
        ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, created_ms = excluded.created_ms`,
      [accountId, url, secret],
      audit,
    );
    return { value: null };
  }

  /** Makes events due now, for another day. */
  async #again(condition: string, value: SqlValue, audit: AuditNote | undefined): Promise<OutboxStepResult> {
    const { nowMs } = this.#dialect;
    return await this.#count(
      `UPDATE webhook_event SET dead_ms = NULL, attempts = CASE WHEN dead_ms IS NULL THEN attempts ELSE 0 END,
        due_ms = ${nowMs}, until_ms = ${nowMs} + ${EVENT_LIFE_MS} WHERE ${condition}`,
      [value],
      audit,
    );
  }

  /** Changes rows, and notes it where there were any. */
  async #count(
    change: string,
    values: readonly SqlValue[],
    audit?: AuditNote,
  ): Promise<{ readonly value: number }> {
    const changed = (await this.#query(`${change} RETURNING account_id`, values)).length;
    if (changed > 0 && audit !== undefined) await noteChange(this.#query, this.#dialect, audit);
    return { value: changed };
  }

  async #claim({ ended, wanted }: OutboxStepOf<'claim'>): Promise<ClaimResult> {
    const { nowMs, skipLocked } = this.#dialect;
    await this.#end(ended);
    const expired = await this.#query(
      `WITH expired AS MATERIALIZED (SELECT id FROM webhook_event WHERE dead_ms IS NULL AND until_ms <= ${nowMs}
          LIMIT ${EXPIRED_AT_ONCE} ${skipLocked('webhook_event')})
        UPDATE webhook_event SET dead_ms = ${nowMs} WHERE id IN (SELECT id FROM expired) RETURNING id`,
    );
    const ids: string[] = [];
    for (const { accountId, maxEvents } of wanted) {
      const taken = await this.#query(
        `WITH due AS MATERIALIZED (SELECT e.id FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id
            WHERE e.account_id = $1 AND e.dead_ms IS NULL AND e.due_ms <= ${nowMs}
            ORDER BY e.due_ms LIMIT $2 ${skipLocked('e')})
          UPDATE webhook_event SET attempts = attempts + 1, due_ms = ${nowMs} + ${CLAIM_MS}
          WHERE id IN (SELECT id FROM due) RETURNING id`,
        [accountId, maxEvents],
      );
      ids.push(...taken.map((row) => readText(row, 'id')));
    }
    const claimed =
      ids.length === 0
        ? []
        : await readEvents(
            this.#query,
            this.#dialect,
            isOneOf('e.id', 'TEXT', this.#dialect, '$1'),
            JSON.stringify(ids),
          );
    return { claimed, expired: expired.length };
  }

  /** Writes what became of claimed events. A late report of one that was claimed again changes nothing. */
  async #end(ended: readonly EndedEvent[]): Promise<void> {
    const { nowMs, items } = this.#dialect;
    const delivered = ended.filter(({ outcome }) => outcome === 'delivered').map(({ id }) => id);
    const others = ended.filter(({ outcome }) => outcome !== 'delivered');
    // Also where another gateway has claimed it meanwhile: it was delivered.
    if (delivered.length > 0) {
      const isDelivered = isOneOf('id', 'TEXT', this.#dialect, '$1');
      await this.#query(`DELETE FROM webhook_event WHERE ${isDelivered}`, [JSON.stringify(delivered)]);
    }
    if (others.length === 0) return;
    await this.#query(
      `UPDATE webhook_event SET
          due_ms = CASE WHEN o.outcome = 'dead' THEN due_ms ELSE ${nowMs} + o.pause_ms END,
          dead_ms = CASE WHEN o.outcome = 'dead' THEN ${nowMs} ELSE dead_ms END,
          attempts = CASE WHEN o.outcome = 'postponed' THEN attempts - 1 ELSE attempts END,
          last_failure = coalesce(o.failure, last_failure)
        FROM (SELECT item.value ->> 'id' AS ended_id, CAST(item.value ->> 'attempt' AS BIGINT) AS attempt,
            item.value ->> 'outcome' AS outcome, CAST(item.value ->> 'pauseMs' AS BIGINT) AS pause_ms,
            item.value ->> 'failure' AS failure FROM ${items('$1')}) o
        WHERE id = o.ended_id AND attempts = o.attempt`,
      [JSON.stringify(others)],
    );
  }
}
