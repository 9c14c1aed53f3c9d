import { IDEMPOTENCY_WINDOW_MS } from '../rules/idempotency.ts';
import { accountIdOf, type AccountNamed } from './accounts.ts';
import { changeSome, type Database, type Done, isOneOf, read, ROWS_AT_ONCE } from './database.ts';
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
export async function forgetKeys(database: Database): Promise<Done> {
  // A key that is claimed anew meanwhile has another age.
  const isOld = `created_ms <= ${database.nowMs} - ${IDEMPOTENCY_WINDOW_MS}`;
  return await changeSome(
    database,
    `DELETE FROM idempotency WHERE ${isOld} AND (account_id, key) IN (
      SELECT i.account_id, i.key FROM (SELECT * FROM idempotency WHERE ${isOld}) i JOIN request r ON r.id = i.request_id
      ORDER BY i.created_ms LIMIT ${ROWS_AT_ONCE})`,
  );
}

/** Deletes the oldest texts, as many as one transaction has room for, so that no pruning holds the writer for long. */
export async function prunePrompts(
  database: Database,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  const roomLeft = roomOfTransaction();
  // The accounts are few, and each has its texts in order.
  const old = await database.query(
    `SELECT l.request_id AS id, l.bytes FROM text_total t JOIN prompt_log l ON l.account_id = t.account_id
      WHERE l.finished_ms < $1 LIMIT $2`,
    [beforeMs, roomLeft.rows],
  );
  const ids = JSON.stringify(takeFitting(old, roomLeft));
  const isOld = { sql: isOneOf('request_id', 'TEXT', database, '$1'), values: [ids] };
  const { rows } = await removeFrom(database, TEXTS, isOld);
  return { rows, isLast: isRoomIn(roomLeft) };
}

/** Whether all that was found was deleted: else the transaction's room is used up, and more may be left. */
function isRoomIn({ rows, bytes }: RoomLeft): boolean {
  return rows > 0 && bytes > 0;
}

/** An ended request loses its texts and the answers cached from it; nothing of it is stored from then on. */
export async function eraseRequest(
  database: Database,
  { accountId, requestId }: { readonly accountId: number; readonly requestId: string },
): Promise<Done> {
  return { rows: await eraseRequests(database, accountId, [requestId]), isLast: true };
}

/**
 * Under zero data retention nothing of a request that still waits to be stored is stored.
 * @returns how many of these requests have ended: the others are left alone.
 */
async function eraseRequests(
  database: Database,
  accountId: number,
  requestIds: readonly unknown[],
): Promise<number> {
  // The plus keeps SQLite from looking through all requests of the account for them.
  const erased = await database.query(
    `UPDATE request SET zero_data_retention = 1 WHERE ${isOneOf('id', 'TEXT', database, '$1')} AND +account_id = $2
      RETURNING id`,
    [JSON.stringify(requestIds), accountId],
  );
  const ids = JSON.stringify(erased.map((row) => read(row, 'id', 'text')));
  const ofErased = { sql: isOneOf('request_id', 'TEXT', database, '$1'), values: [ids] };
  await removeFrom(database, TEXTS, ofErased);
  await removeFrom(database, ANSWERS, ofErased);
  return erased.length;
}

/** From its commit on no gateway stores texts of requests that have ended, and none of its cached answers is given. */
export async function eraseAccount(database: Database, { accountName }: AccountNamed): Promise<Done> {
  return await changeSome(
    database,
    `UPDATE account SET cache_since_ms = ${database.nowMs}, erased_ms = ${database.nowMs} WHERE id = $1`,
    [await accountIdOf(database, accountName)],
  );
}

/**
 * Deletes what is stored of them, texts and cached answers, as much as one transaction has room for. Locks no row of the
 * account: while texts are deleted, its requests go on being paid for.
 */
export async function eraseSome(database: Database, { accountName }: AccountNamed): Promise<Done> {
  const accountId = await accountIdOf(database, accountName);
  const roomLeft = roomOfTransaction();
  // Before the texts, whose requests would take any number of answers with them.
  const answers = await makeRoom(database, ANSWERS, { accountId, excess: Infinity, roomLeft });
  const logged = await database.query(
    `SELECT l.request_id AS id, l.bytes FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.account_id = $1 ORDER BY l.finished_ms LIMIT $2`,
    [accountId, roomLeft.rows],
  );
  const ids = takeFitting(logged, roomLeft);
  if (ids.length > 0) await eraseRequests(database, accountId, ids);
  return { rows: answers.rows + ids.length, isLast: isRoomIn(roomLeft) };
}

/** Deletes what is logged of these requests. Runs inside its caller's transaction. */
export async function deleteTexts(database: Database, requestIds: readonly string[]): Promise<void> {
  const isNamed = isOneOf('request_id', 'TEXT', database, '$1');
  await removeFrom(database, TEXTS, { sql: isNamed, values: [JSON.stringify(requestIds)] });
}

/** Deletes some cached answers of accounts without a cache, and some that were stored before then. */
export async function pruneAnswers(
  database: Database,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  const useless = `id IN (SELECT c.id FROM cache_total t JOIN account a ON a.id = t.account_id
      JOIN cached_answer c ON c.account_id = t.account_id
    WHERE t.bytes > 0 AND c.stored_ms < CASE WHEN NOT ${mayHaveAnswers('a')} THEN ${Number.MAX_SAFE_INTEGER}
      WHEN a.cache_since_ms >= $1 THEN a.cache_since_ms + 1 ELSE $1 END
    LIMIT ${ROWS_AT_ONCE})`;
  const { rows } = await removeFrom(database, ANSWERS, { sql: useless, values: [beforeMs] });
  return { rows, isLast: rows < ROWS_AT_ONCE };
}
