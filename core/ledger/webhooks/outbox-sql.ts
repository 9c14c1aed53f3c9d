import { readPeriod } from '../budgets/budget-sql.ts';
import { readFlag, readInteger, readOptionalText, readText, type Row } from '../ledger-row.ts';
import { MAX_COUNTED, MAX_WAITING_ACCOUNTS } from './outbox.ts';
import type {
  BudgetAlert,
  ClaimedEvent,
  ClaimedFacts,
  EndedRequest,
  EventCounts,
  ListedEvent,
  NewAlert,
  ReachedBudget,
  WaitingEvents,
} from './outbox.ts';

/** The SQL that SQLite and PostgreSQL have in common, and how its rows are read. */

/**
 * One look into an index for each account with pending events, however many events it has.
 * @param after, now parameters: the account that was seen last, and the time in Unix milliseconds.
 */
export function waitingSql(after: string, now: string): string {
  const pending = 'FROM webhook_event e WHERE e.dead_ms IS NULL AND e.account_id';
  return `WITH RECURSIVE waiting (account_id) AS (
      SELECT (SELECT min(e.account_id) ${pending} > ${after})
      UNION ALL SELECT (SELECT min(e.account_id) ${pending} > w.account_id) FROM waiting w WHERE w.account_id IS NOT NULL
    )
    SELECT w.account_id, (SELECT min(e.due_ms) ${pending} = w.account_id) - ${now} AS due_in_ms
    FROM waiting w WHERE w.account_id IS NOT NULL LIMIT ${MAX_WAITING_ACCOUNTS}`;
}

/** Both databases take it for what their index of such alerts covers. */
const UNCOUNTED = 'NOT counted';

export const EVENT_COUNTS = `SELECT
  (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NULL LIMIT ${MAX_COUNTED}) p) AS pending,
  (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ${MAX_COUNTED}) d) AS dead,
  EXISTS (SELECT 1 FROM webhook) AS is_used, EXISTS (SELECT 1 FROM budget_alert WHERE ${UNCOUNTED}) AS has_new_alerts`;

/** What a claimed event says, but for the attempt. Conditions follow. */
export const EVENT_FACTS = `SELECT e.id, e.account_id, e.attempts, e.until_ms, w.url, w.secret,
    r.state, r.hold, r.charge, r.zero_data_retention, r.created_ms, r.finished_ms,
    a.name AS account_name, b.key_id IS NOT NULL AS of_key,
    (SELECT k.prefix FROM api_key k WHERE (k.id = b.key_id OR k.line_id = b.key_id) AND k.successor IS NULL) AS key_prefix,
    b.period, b.threshold, b.amount, b.charged, b.ends_ms, b.at_ms
  FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id JOIN account a ON a.id = e.account_id
    LEFT JOIN request r ON r.id = e.request_id LEFT JOIN budget_alert b ON b.id = e.alert_id`;

/** Conditions may follow. */
export const LISTED_EVENTS = `SELECT e.id, a.name AS account_name, r.state, coalesce(r.finished_ms, b.at_ms) AS happened_ms,
    e.attempts, e.due_ms, e.dead_ms, e.last_failure
  FROM webhook_event e JOIN account a ON a.id = e.account_id
    LEFT JOIN request r ON r.id = e.request_id LEFT JOIN budget_alert b ON b.id = e.alert_id
  ORDER BY CASE WHEN e.dead_ms IS NULL THEN 1 ELSE 0 END, happened_ms DESC, e.id`;

/** Of an update of `budget_alert`. */
export const NEW_ALERT_COLUMNS = 'account_id, key_id IS NOT NULL AS of_key, period, threshold';

export function readWaiting(row: Row): WaitingEvents {
  return { accountId: readInteger(row, 'account_id'), dueInMs: readInteger(row, 'due_in_ms') };
}

export function readCounts(row: Row): EventCounts {
  return {
    pending: readInteger(row, 'pending'),
    dead: readInteger(row, 'dead'),
    isUsed: readFlag(row, 'is_used'),
    hasNewAlerts: readFlag(row, 'has_new_alerts'),
  };
}

/** @param row of `EVENT_FACTS`, with the number of the attempt. @param nowMs by the ledger's clock, Unix milliseconds. */
export function readClaimed(row: Row, nowMs: number): ClaimedEvent {
  const facts: Omit<ClaimedFacts, 'ageMs'> = {
    id: readText(row, 'id'),
    accountId: readInteger(row, 'account_id'),
    webhook: { url: readText(row, 'url'), secret: readText(row, 'secret') },
    attempt: readInteger(row, 'attempts'),
    leftMs: readInteger(row, 'until_ms') - nowMs,
  };
  return row['state'] === null
    ? { ...facts, ...readReached(row), ageMs: nowMs - readInteger(row, 'at_ms') }
    : { ...facts, ...readEnded(row), ageMs: nowMs - readInteger(row, 'finished_ms') };
}

function readEnded(row: Row): EndedRequest {
  const state = readText(row, 'state');
  if (state !== 'settled' && state !== 'voided')
    throw new TypeError('An event tells of a request that has not ended.');
  return {
    state,
    holdMicroCredits: readInteger(row, 'hold'),
    chargeMicroCredits: readInteger(row, 'charge'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
    createdAt: isoTime(readInteger(row, 'created_ms')),
    finishedAt: isoTime(readInteger(row, 'finished_ms')),
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
    reachedAt: isoTime(readInteger(row, 'at_ms')),
    resetsAt: isoTime(readInteger(row, 'ends_ms')),
  };
}

/** @param row with `NEW_ALERT_COLUMNS`. */
export function readNewAlert(row: Row): NewAlert {
  return { accountId: readInteger(row, 'account_id'), ...readAlert(row) };
}

function readAlert(row: Row): BudgetAlert {
  return {
    scope: readFlag(row, 'of_key') ? 'key' : 'account',
    period: readPeriod(row),
    threshold: readInteger(row, 'threshold') === 80 ? 80 : 100,
  };
}

/** @param row of `LISTED_EVENTS`. */
export function readListedEvent(row: Row): ListedEvent {
  const isDead = row['dead_ms'] !== null;
  const state = readOptionalText(row, 'state');
  return {
    id: readText(row, 'id'),
    accountName: readText(row, 'account_name'),
    state: state === 'settled' || state === 'voided' ? state : 'reached',
    happenedAt: isoTime(readInteger(row, 'happened_ms')),
    attempts: readInteger(row, 'attempts'),
    dueAt: isDead ? null : isoTime(readInteger(row, 'due_ms')),
    deadAt: isDead ? isoTime(readInteger(row, 'dead_ms')) : null,
    lastFailure: readOptionalText(row, 'last_failure'),
  };
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
