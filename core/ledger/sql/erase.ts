import { IDEMPOTENCY_WINDOW_MS } from '../rules/idempotency.ts';
import { accountIdOf, type NamedAccount } from './accounts.ts';
import { changeSome, type Database, type Done, isOneOf, read, ROWS_AT_ONCE } from './database.ts';
import { mayHaveAnswers } from './records.ts';
import {
  ANSWERS,
  makeRoom,
  removeFrom,
  allowanceOfTransaction,
  takeFitting,
  TEXTS,
  type Removed,
  type DeletionAllowance,
} from './shelf.ts';

/**
 * Deletes expired idempotency keys. Those of open requests, which are not in `request`, never expire. It locks no texts; a
 * hold that claims such a key again waits for it.
 */
export async function forgetKeys(database: Database): Promise<Done> {
  // A key that is claimed again meanwhile has another age.
  const isOld = `created_ms <= ${database.nowMs} - ${IDEMPOTENCY_WINDOW_MS}`;
  return await changeSome(
    database,
    `DELETE FROM idempotency WHERE ${isOld} AND (account_id, key) IN (
      SELECT i.account_id, i.key FROM (SELECT * FROM idempotency WHERE ${isOld}) i JOIN request r ON r.id = i.request_id
      ORDER BY i.created_ms LIMIT ${ROWS_AT_ONCE})`,
  );
}

/** Deletes the oldest texts, as many as one transaction may delete, so that pruning does not hold the writer for long. */
export async function prunePrompts(
  database: Database,
  { beforeMs }: { readonly beforeMs: number },
): Promise<Done> {
  const allowance = allowanceOfTransaction();
  // There are few accounts, and the index has the texts of each in order.
  const old = await database.query(
    `SELECT l.request_id AS id, l.bytes FROM text_total t JOIN prompt_log l ON l.account_id = t.account_id
      WHERE l.finished_ms < $1 LIMIT $2`,
    [beforeMs, allowance.rows],
  );
  const { rows } = await deleteTexts(database, takeFitting(old, allowance));
  return { rows, isLast: hasAllowance(allowance) };
}

/** Whether the transaction may delete more. If so, everything that was found has been deleted. */
function hasAllowance({ rows, bytes }: DeletionAllowance): boolean {
  return rows > 0 && bytes > 0;
}

/** Deletes the texts of an ended request and the answers cached from it. From then on no text of it is stored. */
export async function eraseRequest(
  database: Database,
  { accountId, requestId }: { readonly accountId: number; readonly requestId: string },
): Promise<Done> {
  return { rows: await eraseRequests(database, accountId, [requestId]), isLast: true };
}

/**
 * Puts ended requests under zero data retention, so that texts that still wait are not stored, and deletes their texts and
 * cached answers.
 * @returns how many of these requests have ended. The others are not changed.
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

/** From its commit on, no gateway stores texts of the account's ended requests or answers from its present cache. */
export async function eraseAccount(database: Database, { accountName }: NamedAccount): Promise<Done> {
  return await changeSome(
    database,
    `UPDATE account SET cache_since_ms = ${database.nowMs}, erased_ms = ${database.nowMs} WHERE id = $1`,
    [await accountIdOf(database, accountName)],
  );
}

/**
 * Deletes texts and cached answers of an account, as many as one transaction may delete. It does not lock the account's
 * row, so that its requests can still be charged meanwhile.
 */
export async function eraseSome(database: Database, { accountName }: NamedAccount): Promise<Done> {
  const accountId = await accountIdOf(database, accountName);
  const allowance = allowanceOfTransaction();
  // The answers come first, because erasing a request deletes any number of answers with it.
  const answers = await makeRoom(database, ANSWERS, { accountId, excess: Infinity, allowance });
  const logged = await database.query(
    `SELECT l.request_id AS id, l.bytes FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.account_id = $1 ORDER BY l.finished_ms LIMIT $2`,
    [accountId, allowance.rows],
  );
  const ids = takeFitting(logged, allowance);
  if (ids.length > 0) await eraseRequests(database, accountId, ids);
  return { rows: answers.rows + ids.length, isLast: hasAllowance(allowance) };
}

/** Deletes the texts of these requests inside its caller's transaction. */
export async function deleteTexts(database: Database, requestIds: readonly unknown[]): Promise<Removed> {
  const isNamed = isOneOf('request_id', 'TEXT', database, '$1');
  return await removeFrom(database, TEXTS, { sql: isNamed, values: [JSON.stringify(requestIds)] });
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
