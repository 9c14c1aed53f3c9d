import { ANSWERS_DELETED_AT_ONCE } from '../answers/cached-answer.ts';
import { IDEMPOTENCY_WINDOW_MS } from '../idempotency-window.ts';
import type { ErasingResult, ErasingStep } from '../ledger-operation.ts';
import { refuseUnknownAccount } from '../ledger-refusals.ts';
import { noteChange } from './administration.ts';
import { isOneOf, type Dialect } from './dialect.ts';
import type { Query } from './query.ts';
import { readInteger, readText } from './read-row.ts';
import { mayHaveAnswers } from './records.ts';
import { ANSWERS, removeFrom, TEXTS } from './shelf.ts';

/** Runs inside its caller's transaction, and notes the change in the audit log. */
export async function erase(query: Query, dialect: Dialect, step: ErasingStep): Promise<ErasingResult> {
  const result = await takeStep(query, dialect, step);
  if (step.audit !== undefined && 'value' in result && result.value > 0)
    await noteChange(query, dialect, step.audit);
  return result;
}

async function takeStep(query: Query, dialect: Dialect, step: ErasingStep): Promise<ErasingResult> {
  switch (step.kind) {
    case 'forgetKeys':
      return { value: await forgetKeys(query, dialect, step.limit) };
    case 'prunePrompts':
      return { value: await pruneTexts(query, dialect, step.beforeMs, step.limit) };
    case 'eraseRequest':
      return { value: await eraseRequests(query, dialect, step.accountId, [step.requestId]) };
    case 'eraseAccount':
      return await eraseAccount(query, dialect, step.accountName, step.limit);
  }
  const unknown: never = step;
  throw new TypeError(`Nothing is erased by ${JSON.stringify(unknown)}.`);
}

/** Deletes idempotency keys that nobody may repeat any more; a key in flight has no age. */
async function forgetKeys(query: Query, { nowMs }: Dialect, limit: number): Promise<number> {
  // A key that is claimed anew meanwhile has another age.
  const isOld = `created_ms <= ${nowMs} - ${IDEMPOTENCY_WINDOW_MS}`;
  const forgotten = await query(
    `DELETE FROM idempotency WHERE ${isOld} AND (account_id, key) IN (
      SELECT i.account_id, i.key FROM (SELECT * FROM idempotency WHERE ${isOld}) i JOIN request r ON r.id = i.request_id
      ORDER BY i.created_ms LIMIT $1)
      RETURNING key`,
    [limit],
  );
  return forgotten.length;
}

async function pruneTexts(query: Query, dialect: Dialect, beforeMs: number, limit: number): Promise<number> {
  // The accounts are few, and each has its texts in order.
  const old = `request_id IN (SELECT l.request_id FROM text_total t JOIN prompt_log l ON l.account_id = t.account_id
    WHERE l.finished_ms < $1 LIMIT $2)`;
  return (await removeFrom(query, dialect, TEXTS, { sql: old, values: [beforeMs, limit] })).rows;
}

/**
 * Under zero data retention nothing of a request that still waits to be stored is stored.
 * @returns how many of these requests have ended: the others are left alone.
 */
async function eraseRequests(
  query: Query,
  dialect: Dialect,
  accountId: number,
  requestIds: readonly string[],
): Promise<number> {
  // The plus keeps SQLite from looking through all requests of the account for them.
  const erased = await query(
    `UPDATE request SET zero_data_retention = 1 WHERE ${isOneOf('id', 'TEXT', dialect, '$1')} AND +account_id = $2
      RETURNING id`,
    [JSON.stringify(requestIds), accountId],
  );
  const ids = JSON.stringify(erased.map((row) => readText(row, 'id')));
  const ofErased = { sql: isOneOf('request_id', 'TEXT', dialect, '$1'), values: [ids] };
  await removeFrom(query, dialect, TEXTS, ofErased);
  await removeFrom(query, dialect, ANSWERS, ofErased);
  return erased.length;
}

async function eraseAccount(
  query: Query,
  dialect: Dialect,
  accountName: string,
  limit: number,
): Promise<ErasingResult> {
  // From here on no gateway stores texts of requests that have ended, and those that it was storing are found below.
  if (dialect.lockTexts !== undefined) await query(dialect.lockTexts);
  const [account] = await query(
    `UPDATE account SET cache_since_ms = ${dialect.nowMs}, erased_ms = ${dialect.nowMs} WHERE name = $1 RETURNING id`,
    [accountName],
  );
  if (account === undefined) return refuseUnknownAccount(accountName);
  const accountId = readInteger(account, 'id');
  const logged = await query(
    `SELECT l.request_id FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.account_id = $1 ORDER BY l.finished_ms LIMIT $2`,
    [accountId, limit],
  );
  const ids = logged.map((row) => readText(row, 'request_id'));
  if (ids.length > 0) await eraseRequests(query, dialect, accountId, ids);
  const some = 'id IN (SELECT id FROM cached_answer WHERE account_id = $1 LIMIT $2)';
  const answers = await removeFrom(query, dialect, ANSWERS, { sql: some, values: [accountId, limit] });
  return { value: Math.max(ids.length, answers.rows) };
}

/** Deletes what is logged of these requests. Runs inside its caller's transaction. */
export async function deleteTexts(
  query: Query,
  dialect: Dialect,
  requestIds: readonly string[],
): Promise<void> {
  const isNamed = isOneOf('request_id', 'TEXT', dialect, '$1');
  await removeFrom(query, dialect, TEXTS, { sql: isNamed, values: [JSON.stringify(requestIds)] });
}

/**
 * Deletes some answers that nobody is given any more: those of accounts without a cache, and those stored before a moment
 * in Unix milliseconds. Runs inside its caller's transaction.
 * @returns how many; fewer than `ANSWERS_DELETED_AT_ONCE` where none are left.
 */
export async function deleteSomeAnswers(query: Query, dialect: Dialect, beforeMs: number): Promise<number> {
  const useless = `id IN (SELECT c.id FROM cache_total t JOIN account a ON a.id = t.account_id
      JOIN cached_answer c ON c.account_id = t.account_id
    WHERE t.bytes > 0 AND c.stored_ms < CASE WHEN NOT ${mayHaveAnswers('a')} THEN ${Number.MAX_SAFE_INTEGER}
      WHEN a.cache_since_ms >= $1 THEN a.cache_since_ms + 1 ELSE $1 END
    LIMIT ${ANSWERS_DELETED_AT_ONCE})`;
  return (await removeFrom(query, dialect, ANSWERS, { sql: useless, values: [beforeMs] })).rows;
}
