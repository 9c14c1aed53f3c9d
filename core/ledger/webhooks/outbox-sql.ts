import { readFlag, readInteger, readOptionalText, readText, type Row } from '../ledger-row.ts';
import { MAX_COUNTED, MAX_WAITING_ACCOUNTS } from './outbox.ts';
import type { ClaimedEvent, EventCounts, ListedEvent, WaitingEvents } from './outbox.ts';

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

export const EVENT_COUNTS = `SELECT
  (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NULL LIMIT ${MAX_COUNTED}) p) AS pending,
  (SELECT count(*) FROM (SELECT 1 FROM webhook_event WHERE dead_ms IS NOT NULL LIMIT ${MAX_COUNTED}) d) AS dead,
  EXISTS (SELECT 1 FROM webhook) AS is_used`;

/** What a claimed event says, but for the attempt. Conditions follow. */
export const EVENT_FACTS = `SELECT e.request_id, e.account_id, e.attempts, e.until_ms, w.url, w.secret, r.state, r.hold, r.charge,
    r.zero_data_retention, r.created_ms, r.finished_ms
  FROM webhook_event e JOIN webhook w ON w.account_id = e.account_id JOIN request r ON r.id = e.request_id`;

/** Conditions may follow. */
export const LISTED_EVENTS = `SELECT e.request_id, a.name AS account_name, r.state, r.finished_ms, e.attempts, e.due_ms,
    e.dead_ms, e.last_failure
  FROM webhook_event e JOIN account a ON a.id = e.account_id JOIN request r ON r.id = e.request_id
  ORDER BY CASE WHEN e.dead_ms IS NULL THEN 1 ELSE 0 END, r.finished_ms DESC, e.request_id`;

export function readWaiting(row: Row): WaitingEvents {
  return { accountId: readInteger(row, 'account_id'), dueInMs: readInteger(row, 'due_in_ms') };
}

export function readCounts(row: Row): EventCounts {
  return {
    pending: readInteger(row, 'pending'),
    dead: readInteger(row, 'dead'),
    isUsed: readFlag(row, 'is_used'),
  };
}

/** @param row of `EVENT_FACTS`, with the number of the attempt. @param nowMs by the ledger's clock, Unix milliseconds. */
export function readClaimed(row: Row, nowMs: number): ClaimedEvent {
  const finishedMs = readInteger(row, 'finished_ms');
  return {
    requestId: readText(row, 'request_id'),
    accountId: readInteger(row, 'account_id'),
    webhook: { url: readText(row, 'url'), secret: readText(row, 'secret') },
    state: readEnd(row),
    holdMicroCredits: readInteger(row, 'hold'),
    chargeMicroCredits: readInteger(row, 'charge'),
    zeroDataRetention: readFlag(row, 'zero_data_retention'),
    createdAt: isoTime(readInteger(row, 'created_ms')),
    finishedAt: isoTime(finishedMs),
    attempt: readInteger(row, 'attempts'),
    ageMs: nowMs - finishedMs,
    leftMs: readInteger(row, 'until_ms') - nowMs,
  };
}

/** @param row of `LISTED_EVENTS`. */
export function readListedEvent(row: Row): ListedEvent {
  const isDead = row['dead_ms'] !== null;
  return {
    requestId: readText(row, 'request_id'),
    accountName: readText(row, 'account_name'),
    state: readEnd(row),
    finishedAt: isoTime(readInteger(row, 'finished_ms')),
    attempts: readInteger(row, 'attempts'),
    dueAt: isDead ? null : isoTime(readInteger(row, 'due_ms')),
    deadAt: isDead ? isoTime(readInteger(row, 'dead_ms')) : null,
    lastFailure: readOptionalText(row, 'last_failure'),
  };
}

function readEnd(row: Row): 'settled' | 'voided' {
  const state = readText(row, 'state');
  if (state === 'settled' || state === 'voided') return state;
  throw new TypeError('An event tells of a request that has not ended.');
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
