import {
  MAX_COUNTED,
  MAX_WAITING_ACCOUNTS,
  type BudgetAlert,
  type ClaimedEvent,
  type ClaimedFacts,
  type EndedRequest,
  type EventCounts,
  type ListedEvent,
  type NewAlert,
  type ReachedBudget,
  type WaitingEvents,
} from '../webhooks/outbox.ts';
import { readPeriod } from './budgets.ts';
import type { Dialect } from './dialect.ts';
import {
  type Query,
  type Row,
  readFlag,
  readInteger,
  readOptionalText,
  readOptionalTime,
  readText,
  readTime,
  readWord,
} from './query.ts';

/** One look into an index for each account with pending events, however many events it has. */
export async function readWaiting(
  query: Query,
  { nowMs }: Dialect,
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
    accountId: readInteger(row, 'account_id'),
    dueInMs: readInteger(row, 'due_in_ms'),
  }));
}

export async function countEvents(query: Query): Promise<EventCounts> {
  const [row = {}] = await query(`SELECT
    (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NULL LIMIT ${MAX_COUNTED}) p) AS pending,
    (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ${MAX_COUNTED}) d) AS dead,
    EXISTS (SELECT 1 FROM webhook) AS is_used, EXISTS (SELECT 1 FROM budget_alert WHERE counted = 0) AS has_new_alerts`);
  return {
    pending: readInteger(row, 'pending'),
    dead: readInteger(row, 'dead'),
    isUsed: readFlag(row, 'is_used'),
    hasNewAlerts: readFlag(row, 'has_new_alerts'),
  };
}

/** Dead letters first, then the latest first. */
export async function listEvents(query: Query, maxEvents: number): Promise<readonly ListedEvent[]> {
  const rows = await query(
    `SELECT e.id, a.name AS account_name, coalesce(r.state, 'reached') AS state,
        coalesce(r.finished_ms, b.at_ms) AS happened_ms, e.attempts, e.due_ms, e.dead_ms, e.last_failure
      FROM webhook_event e JOIN account a ON a.id = e.account_id
        LEFT JOIN request r ON r.id = e.request_id LEFT JOIN budget_alert b ON b.id = e.alert_id
      ORDER BY CASE WHEN e.dead_ms IS NULL THEN 1 ELSE 0 END, happened_ms DESC, e.id LIMIT $1`,
    [maxEvents],
  );
  return rows.map((row) => ({
    id: readText(row, 'id'),
    accountName: readText(row, 'account_name'),
    state: readWord(row, 'state', ['settled', 'voided', 'reached']),
    happenedAt: readTime(row, 'happened_ms'),
    attempts: readInteger(row, 'attempts'),
    dueAt: row['dead_ms'] === null ? readTime(row, 'due_ms') : null,
    deadAt: readOptionalTime(row, 'dead_ms'),
    lastFailure: readOptionalText(row, 'last_failure'),
  }));
}

/** What events say. @param condition on `e`. */
export async function readEvents(
  query: Query,
  { nowMs }: Dialect,
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
    const nowOfRow = readInteger(row, 'now_ms');
    const facts: Omit<ClaimedFacts, 'ageMs'> = {
      id: readText(row, 'id'),
      accountId: readInteger(row, 'account_id'),
      webhook: { url: readText(row, 'url'), secret: readText(row, 'secret') },
      attempt: readInteger(row, 'attempts'),
      leftMs: readInteger(row, 'until_ms') - nowOfRow,
    };
    return row['state'] === null
      ? { ...facts, ...readReached(row), ageMs: nowOfRow - readInteger(row, 'at_ms') }
      : { ...facts, ...readEnded(row), ageMs: nowOfRow - readInteger(row, 'finished_ms') };
  });
}

function readEnded(row: Row): EndedRequest {
  return {
    state: readWord(row, 'state', ['settled', 'voided']),
    holdMicroCredits: readInteger(row, 'hold'),
    chargeMicroCredits: readInteger(row, 'charge'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
    createdAt: readTime(row, 'created_ms'),
    finishedAt: readTime(row, 'finished_ms'),
  };
}

function readReached(row: Row): ReachedBudget {
  return {
    state: 'reached',
    ...readAlert(row),
    accountName: readText(row, 'account_name'),
    keyPrefix: readOptionalText(row, 'key_prefix'),
    limitMicroCredits: readInteger(row, 'amount'),
    spentMicroCredits: readInteger(row, 'charged'),
    reachedAt: readTime(row, 'at_ms'),
    resetsAt: readTime(row, 'ends_ms'),
  };
}

/** @param row of `budget_alert`. */
export function readNewAlert(row: Row): NewAlert {
  return { accountId: readInteger(row, 'account_id'), ...readAlert(row) };
}

function readAlert(row: Row): BudgetAlert {
  return {
    scope: readInteger(row, 'family_id') === 0 ? 'account' : 'key',
    period: readPeriod(row),
    threshold: readInteger(row, 'threshold') === 80 ? 80 : 100,
  };
}
