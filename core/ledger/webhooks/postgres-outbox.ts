import type { Pool } from 'pg';
import type { AuditNote } from '../administration/audit.ts';
import { LedgerError } from '../ledger-error.ts';
import { refuseUnknownAccount } from '../ledger-refusals.ts';
import { readInteger, type Row } from '../ledger-row.ts';
import { rowsOf } from '../postgres/connection.ts';
import { describeError, errorKindOf } from '../postgres/error-kind.ts';
import { ALERTS_AT_ONCE, CLAIM_MS, EVENT_LIFE_MS, EXPIRED_AT_ONCE } from './outbox.ts';
import type { EventCounts, ClaimResult, ListedEvent, NewAlert, WaitingEvents } from './outbox.ts';
import {
  EVENT_COUNTS,
  LISTED_EVENTS,
  NEW_ALERT_COLUMNS,
  readClaimed,
  readCounts,
  readListedEvent,
  readNewAlert,
  readWaiting,
  waitingSql,
} from './outbox-sql.ts';
import type { OutboxStep, OutboxStepKind, OutboxStepOf, OutboxStepValues } from './outbox-step.ts';
import { SteppedOutbox } from './stepped-outbox.ts';

/** Makes events due now, for another day. Conditions follow. */
const AGAIN = `UPDATE webhook_event SET dead_ms = NULL, attempts = CASE WHEN dead_ms IS NULL THEN attempts ELSE 0 END,
  due_ms = now_ms(), until_ms = now_ms() + ${EVENT_LIFE_MS}`;

/** The outbox that gateways share, in sessions beside the ledger’s others. */
export class PostgresOutbox extends SteppedOutbox {
  readonly #pool: Pool;
  readonly #refuseStopped: () => void;

  /** @param refuseStopped throws LedgerError once the ledger is closed. */
  constructor(pool: Pool, refuseStopped: () => void) {
    super();
    this.#pool = pool;
    this.#refuseStopped = refuseStopped;
  }

  async waiting(afterAccountId: number): Promise<readonly WaitingEvents[]> {
    const rows = await this.#rows(waitingSql('$1', 'now_ms()'), [afterAccountId]);
    return rows.map(readWaiting);
  }

  async counts(): Promise<EventCounts> {
    const [row] = await this.#rows(EVENT_COUNTS);
    return readCounts(row ?? {});
  }

  async list(maxEvents: number): Promise<readonly ListedEvent[]> {
    const rows = await this.#rows(`${LISTED_EVENTS} LIMIT $1`, [maxEvents]);
    return rows.map(readListedEvent);
  }

  protected async step<Kind extends OutboxStepKind>(
    step: OutboxStepOf<Kind>,
  ): Promise<OutboxStepValues[Kind]> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind of step has its own kind of value
    return (await this.#take(step)) as OutboxStepValues[Kind];
  }

  async #take(step: OutboxStep): Promise<OutboxStepValues[OutboxStepKind]> {
    switch (step.kind) {
      case 'claim':
        return await this.#claim(step);
      case 'set':
        return await this.#set(step);
      case 'remove':
        return await this.#count(
          'DELETE FROM webhook WHERE account_id = $1',
          [await this.#idOf(step.accountName)],
          step.audit,
        );
      case 'forget':
        return await this.#count(
          `DELETE FROM webhook_event WHERE id = ANY (ARRAY(
             SELECT id FROM webhook_event WHERE account_id = $1 LIMIT $2))
             AND NOT EXISTS (SELECT 1 FROM webhook WHERE account_id = $1)`,
          [await this.#idOf(step.accountName), step.limit],
        );
      case 'alerts':
        return await this.#takeAlerts();
      case 'retry':
        return await this.#count(`${AGAIN} WHERE id = $1`, [step.id], step.audit);
      case 'retryDead':
        return await this.#count(
          `${AGAIN} WHERE id = ANY (ARRAY(
             SELECT id FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT $1))`,
          [step.limit],
          step.audit,
        );
      case 'prune':
        return await this.#count(
          `DELETE FROM webhook_event WHERE id = ANY (ARRAY(
             SELECT id FROM webhook_event WHERE dead_ms < $1 LIMIT $2))`,
          [step.beforeMs, step.limit],
        );
    }
    const unknown: never = step;
    throw new TypeError(`The outbox has no step ${JSON.stringify(unknown)}.`);
  }

  async #claim({ ended, wanted }: OutboxStepOf<'claim'>): Promise<ClaimResult> {
    const [row] = await this.#rows('SELECT claim_events($1, $2, $3, $4) AS claims', [
      JSON.stringify(ended),
      JSON.stringify(wanted),
      CLAIM_MS,
      EXPIRED_AT_ONCE,
    ]);
    const claims = asRow(row?.['claims']);
    const claimed: unknown = claims['claimed'];
    if (!Array.isArray(claimed)) throw new TypeError('The database claimed no list of events.');
    const nowMs = readInteger(claims, 'at_ms');
    return {
      claimed: claimed.map((event) => readClaimed(asRow(event), nowMs)),
      expired: readInteger(claims, 'expired'),
    };
  }

  /** Those that another gateway has locked are left to it. */
  async #takeAlerts(): Promise<readonly NewAlert[]> {
    const rows = await this.#rows(
      `UPDATE budget_alert SET counted = true WHERE id = ANY (ARRAY(
         SELECT id FROM budget_alert WHERE NOT counted LIMIT $1 FOR UPDATE SKIP LOCKED))
       RETURNING ${NEW_ALERT_COLUMNS}`,
      [ALERTS_AT_ONCE],
    );
    return rows.map(readNewAlert);
  }

  async #set({ accountName, webhook: { url, secret }, audit }: OutboxStepOf<'set'>): Promise<null> {
    await this.#count(
      `INSERT INTO webhook (account_id, url, secret, created_ms) VALUES ($1, $2, $3, now_ms())
       ON CONFLICT (account_id) DO UPDATE SET url = excluded.url, secret = excluded.secret, created_ms = excluded.created_ms`,
      [await this.#idOf(accountName), url, secret],
      audit,
    );
    return null;
  }

  async #idOf(accountName: string): Promise<number> {
    const [row] = await this.#rows('SELECT id FROM account WHERE name = $1', [accountName]);
    if (row === undefined) {
      const { code, message } = refuseUnknownAccount(accountName).refusal;
      throw new LedgerError(code, message);
    }
    return readInteger(row, 'id');
  }

  /** Changes rows, and notes it in the same statement where there were any. @returns how many. */
  async #count(change: string, values: readonly unknown[], audit?: AuditNote): Promise<number> {
    const note = `$${values.length + 1}::jsonb`;
    const [row] = await this.#rows(
      `WITH changed AS (${change} RETURNING 1) SELECT count(*) AS changed,
         CASE WHEN count(*) > 0 AND ${note} IS NOT NULL THEN write_audit(${note}, now_ms()) END AS noted FROM changed`,
      [...values, audit === undefined ? null : JSON.stringify(audit)],
    );
    return readInteger(row ?? {}, 'changed');
  }

  async #rows(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    this.#refuseStopped();
    try {
      return await rowsOf(this.#pool, { text, values });
    } catch (cause) {
      const isRefused = errorKindOf(cause) === 'rejected';
      throw new LedgerError(
        isRefused ? 'rejected' : 'unavailable',
        `The ledger’s webhooks cannot be reached now: ${describeError(cause)}. Try again later.`,
        { cause },
      );
    }
  }
}

function asRow(value: unknown): Row {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
