import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { AdminEvent } from '../../generated/admin-answers.ts';
import type { BudgetEvent } from '../../generated/budget-event.ts';
import type { WebhookEvent } from '../../generated/webhook-event.ts';
import {
  MAX_COUNTED,
  MAX_WAITING_ACCOUNTS,
  type ClaimedEvent,
  type EventCounts,
  type NewAlert,
  type WaitingEvents,
} from '../webhooks/outbox.ts';
import { readPeriod } from './budgets.ts';
import { type Database, read, readWord, type Row } from './database.ts';

/** One look into an index for each account with pending events, however many events it has. */
export async function readWaiting(
  { query, nowMs }: Database,
  afterAccountId: number,
): Promise<readonly WaitingEvents[]> {
  const pending = 'FROM webhook_event e WHERE e.dead_ms IS NULL AND e.account_id';
  const rows = await query(
    `WITH RECURSIVE waiting (account_id) AS (
        SELECT (SELECT min(e.account_id) ${pending} > $1)
        UNION ALL SELECT (SELECT min(e.account_id) ${pending} > w.account_id) FROM waiting w WHERE w.account_id IS NOT NULL
      )
      SELECT w.account_id, (SELECT min(e.due_ms) ${pending} = w.account_id) - ${nowMs} AS due_in_ms
      FROM waiting w WHERE w.account_id IS NOT NULL LIMIT ${MAX_WAITING_ACCOUNTS}`,
    [afterAccountId],
  );
  return rows.map((row) => ({
    accountId: read(row, 'account_id', 'integer'),
    dueInMs: read(row, 'due_in_ms', 'integer'),
  }));
}

export async function countEvents({ query }: Database): Promise<EventCounts> {
  const [row = {}] = await query(`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NULL LIMIT ${MAX_COUNTED}) p) AS pending,
    (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ${MAX_COUNTED}) d) AS dead,
    EXISTS (SELECT 1 FROM webhook) AS is_used, EXISTS (SELECT 1 FROM budget_alert WHERE counted = 0) AS has_new_alerts`);
  return {
    pending: read(row, 'pending', 'integer'),
    dead: read(row, 'dead', 'integer'),
    isUsed: read(row, 'is_used', 'flag'),
    hasNewAlerts: read(row, 'has_new_alerts', 'flag'),
  };
}

export async function listEvents({ query }: Database, maxEvents: number): Promise<readonly AdminEvent[]> {
  const rows = await query(
    `SELECT e.id, e.request_id, a.name AS account_name, coalesce('prompt.' || r.state, 'budget.reached') AS event,
        coalesce(r.finished_ms, b.at_ms) AS happened_ms, e.attempts, e.due_ms, e.dead_ms, e.last_failure
      FROM webhook_event e JOIN account a ON a.id = e.account_id
        LEFT JOIN request r ON r.id = e.request_id LEFT JOIN budget_alert b ON b.id = e.alert_id
      ORDER BY CASE WHEN e.dead_ms IS NULL THEN 1 ELSE 0 END, happened_ms DESC, e.id LIMIT $1`,
    [maxEvents],
  );
  return rows.map((row) => ({
    id: read(row, 'id', 'text'),
    promptLogId: read(row, 'request_id', 'text?'),
    account: read(row, 'account_name', 'text'),
    event: readWord(row, 'event', ['prompt.settled', 'prompt.voided', 'budget.reached']),
    at: read(row, 'happened_ms', 'time'),
    state: row['dead_ms'] === null ? 'pending' : 'dead',
    attempts: read(row, 'attempts', 'integer'),
    lastFailure: read(row, 'last_failure', 'text?'),
    nextAttempt: row['dead_ms'] === null ? read(row, 'due_ms', 'time') : null,
    deadSince: read(row, 'dead_ms', 'time?'),
  }));
}

/** Reads events with their messages. @param condition on `e`. */
export async function readEvents(
  { query, nowMs }: Database,
  condition: string,
  value: string,
): Promise<readonly ClaimedEvent[]> {
  const rows = await query(
    `SELECT e.id, e.account_id, e.attempts, e.until_ms, w.url, w.secret, ${nowMs} AS now_ms,
        r.state, r.hold, r.charge, r.zero_data_retention, r.created_ms, r.finished_ms,
        a.name AS account_name, b.family_id,
        (SELECT k.prefix FROM api_key k WHERE k.family_id = b.family_id AND k.successor IS NULL) AS key_prefix,
        b.period, b.threshold, b.amount, b.charged, b.ends_ms, b.at_ms
      FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id JOIN account a ON a.id = e.account_id
        LEFT JOIN request r ON r.id = e.request_id LEFT JOIN budget_alert b ON b.id = e.alert_id
      WHERE ${condition}`,
    [value],
  );
  return rows.map((row) => {
    const nowOfRow = read(row, 'now_ms', 'integer');
    const isOfBudget = row['state'] === null;
    return {
      id: read(row, 'id', 'text'),
      accountId: read(row, 'account_id', 'integer'),
      webhook: { url: read(row, 'url', 'text'), secret: read(row, 'secret', 'text') },
      message: isOfBudget ? budgetEvent(row) : promptEvent(row),
      attempt: read(row, 'attempts', 'integer'),
      ageMs: nowOfRow - read(row, isOfBudget ? 'at_ms' : 'finished_ms', 'integer'),
      leftMs: read(row, 'until_ms', 'integer') - nowOfRow,
    };
  });
}

function promptEvent(row: Row): WebhookEvent {
  const id = read(row, 'id', 'text');
  const state = readWord(row, 'state', ['settled', 'voided']);
  const finishedAt = read(row, 'finished_ms', 'time');
  return {
    type: `prompt.${state}`,
    timestamp: finishedAt,
    data: {
      promptLogId: id,
      state,
      createdAt: read(row, 'created_ms', 'time'),
      finishedAt,
      creditsHeld: creditsFromMicroCredits(read(row, 'hold', 'integer')),
      creditsUsed: creditsFromMicroCredits(read(row, 'charge', 'integer')),
      zeroDataRetention: read(row, 'zero_data_retention', 'flag'),
      record: `/api/v1/prompts/${id}`,
      response: null,
    },
  };
}

function budgetEvent(row: Row): BudgetEvent {
  const { scope, period, threshold } = readAlert(row);
  return {
    type: 'budget.reached',
    timestamp: read(row, 'at_ms', 'time'),
    data: {
      account: read(row, 'account_name', 'text'),
      scope,
      // For a key's budget, the newest of the keys that share it.
      keyPrefix: read(row, 'key_prefix', 'text?'),
      period,
      threshold,
      limit: creditsFromMicroCredits(read(row, 'amount', 'integer')),
      spent: creditsFromMicroCredits(read(row, 'charged', 'integer')),
      resetsAt: read(row, 'ends_ms', 'time'),
    },
  };
}

/** @param row of `budget_alert`. */
export function readAlert(row: Row): NewAlert {
  return {
    accountId: read(row, 'account_id', 'integer'),
    scope: read(row, 'family_id', 'integer') === 0 ? 'account' : 'key',
    period: readPeriod(row),
    threshold: read(row, 'threshold', 'integer') === 80 ? 80 : 100,
  };
}
