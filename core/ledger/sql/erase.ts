import { IDEMPOTENCY_WINDOW_MS } from '../rules/idempotency.ts';
import { accountToChange, type AccountNamed } from './accounts.ts';
import { isOneOf, type Dialect } from './dialect.ts';
import { changeSome, type Done, type Query, ROWS_AT_ONCE, read } from './query.ts';
import { mayHaveAnswers } from './records.ts';
import {
  ANSWERS,
  makeRoom,
  removeFrom,
  roomOfTransaction,
  takeFitting,
  TEXTS,
  type RoomLeft,
} from './shelf.ts';

/**
 * Deletes expired idempotency keys. Those of open requests, which are not in `request`, never expire. It locks no texts; a
 * hold that claims such a key again waits for it.
 */
export async function forgetKeys(query: Query, { nowMs }: Dialect): Promise<Done> {
  // A key that is claimed anew meanwhile has another age.
  const isOld = `created_ms <= ${nowMs} - ${IDEMPOTENCY_WINDOW_MS}`;
  return await changeSome(
    query,
    `DELETE FROM idempotency WHERE ${isOld} AND (account_id, key) IN (
      SELECT i.account_id, i.key FROM (SELECT * FROM idempotency WHERE ${isOld}) i JOIN request r ON r.id = i.request_id
      ORDER BY i.created_ms LIMIT ${ROWS_AT_ONCE})`,
  );
}

/** Deletes the oldest texts, as many as one transaction has room for, so that no pruning holds the writer for long. */
export async function prunePrompts(
  query: Query,
  dialect: Dialect,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  const roomLeft = roomOfTransaction();
  // The accounts are few, and each has its texts in order.
  const old = await query(
    `SELECT l.request_id AS id, l.bytes FROM text_total t JOIN prompt_log l ON l.account_id = t.account_id
      WHERE l.finished_ms < $1 LIMIT $2`,
    [beforeMs, roomLeft.rows],
  );
  const ids = JSON.stringify(takeFitting(old, roomLeft));
  const isOld = { sql: isOneOf('request_id', 'TEXT', dialect, '$1'), values: [ids] };
  const { rows } = await removeFrom(query, dialect, TEXTS, isOld);
  return { rows, isLast: isRoomIn(roomLeft) };
}

/** Whether all that was found was deleted: else the transaction's room is used up, and more may be left. */
function isRoomIn({ rows, bytes }: RoomLeft): boolean {
  return rows > 0 && bytes > 0;
}

/** An ended request loses its texts and the answers cached from it; nothing of it is stored from then on. */
export async function eraseRequest(
  query: Query,
  dialect: Dialect,
  { accountId, requestId }: { readonly accountId: number; readonly requestId: string },
): Promise<Done> {
  return { rows: await eraseRequests(query, dialect, accountId, [requestId]), isLast: true };
}

/**
 * Under zero data retention nothing of a request that still waits to be stored is stored.
 * @returns how many of these requests have ended: the others are left alone.
 */
async function eraseRequests(
  query: Query,
  dialect: Dialect,
  accountId: number,
  requestIds: readonly unknown[],
): Promise<number> {
  // The plus keeps SQLite from looking through all requests of the account for them.
  const erased = await query(
    `UPDATE request SET zero_data_retention = 1 WHERE ${isOneOf('id', 'TEXT', dialect, '$1')} AND +account_id = $2
      RETURNING id`,
    [JSON.stringify(requestIds), accountId],
  );
  const ids = JSON.stringify(erased.map((row) => read(row, 'id', 'text')));
  const ofErased = { sql: isOneOf('request_id', 'TEXT', dialect, '$1'), values: [ids] };
  await removeFrom(query, dialect, TEXTS, ofErased);
  await removeFrom(query, dialect, ANSWERS, ofErased);
  return erased.length;
}

/** From its commit on no gateway stores texts of requests that have ended, and none of its cached answers is given. */
export async function eraseAccount(
  query: Query,
  { nowMs }: Dialect,
  { accountName }: AccountNamed,
): Promise<Done> {
  return await changeSome(
    query,
    `UPDATE account SET cache_since_ms = ${nowMs}, erased_ms = ${nowMs} WHERE id = $1`,
    [await accountToChange(query, accountName)],
  );
}

/**
 * Deletes what is stored of them, texts and cached answers, as much as one transaction has room for. Locks no row of the
 * account: while texts are deleted, its requests go on being paid for.
 */
export async function eraseSome(
  query: Query,
  dialect: Dialect,
  { accountName }: AccountNamed,
): Promise<Done> {
  const accountId = await accountToChange(query, accountName);
  const roomLeft = roomOfTransaction();
  // Before the texts, whose requests would take any number of answers with them.
  const answers = await makeRoom(query, dialect, ANSWERS, { accountId, excess: Infinity, roomLeft });
  const logged = await query(
    `SELECT l.request_id AS id, l.bytes FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.account_id = $1 ORDER BY l.finished_ms LIMIT $2`,
    [accountId, roomLeft.rows],
  );
  const ids = takeFitting(logged, roomLeft);
  if (ids.length > 0) await eraseRequests(query, dialect, accountId, ids);
  return { rows: answers.rows + ids.length, isLast: isRoomIn(roomLeft) };
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

/** Deletes some cached answers of accounts without a cache, and some that were stored before then. */
export async function pruneAnswers(
  query: Query,
  dialect: Dialect,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  const useless = `id IN (SELECT c.id FROM cache_total t JOIN account a ON a.id = t.account_id
      JOIN cached_answer c ON c.account_id = t.account_id
    WHERE t.bytes > 0 AND c.stored_ms < CASE WHEN NOT ${mayHaveAnswers('a')} THEN ${Number.MAX_SAFE_INTEGER}
      WHEN a.cache_since_ms >= $1 THEN a.cache_since_ms + 1 ELSE $1 END
    LIMIT ${ROWS_AT_ONCE})`;
  const { rows } = await removeFrom(query, dialect, ANSWERS, { sql: useless, values: [beforeMs] });
  return { rows, isLast: rows < ROWS_AT_ONCE };
}
