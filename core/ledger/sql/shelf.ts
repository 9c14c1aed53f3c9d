import { type Database, isOneOf, read, type Row, type SqlValue } from './database.ts';

/** A table in which an account keeps a bounded number of bytes, and the table of the accounts' sums. */
export interface Shelf {
  readonly table: 'prompt_log' | 'cached_answer';
  readonly total: 'text_total' | 'cache_total';
  /** The column that identifies a row, and its type for reading it from JSON text. */
  readonly id: string;
  readonly idType: 'TEXT' | 'BIGINT';
  /** When a row was stored. */
  readonly at: string;
  readonly bytes: string;
}

export const TEXTS: Shelf = {
  table: 'prompt_log',
  total: 'text_total',
  id: 'request_id',
  idType: 'TEXT',
  at: 'finished_ms',
  bytes: 'bytes',
};

export const ANSWERS: Shelf = {
  table: 'cached_answer',
  total: 'cache_total',
  id: 'id',
  idType: 'BIGINT',
  at: 'stored_ms',
  bytes: 'octet_length(answer)',
};

/** How much one transaction may still delete, so that making room does not hold the writer for long. */
export interface DeletionAllowance {
  rows: number;
  /** Bounded because a deletion reads the deleted rows. The last row may exceed it. */
  bytes: number;
}

/** The allowance of a new transaction. */
export function allowanceOfTransaction(): DeletionAllowance {
  return { rows: 100, bytes: 16 * 1024 * 1024 };
}

/**
 * Takes the first rows that the transaction may still delete, and reduces the allowance by them.
 * @param rows with `id` and `bytes`, at most `allowance.rows`. @param excess no more rows are taken once they have this
 * many bytes. @returns their IDs.
 */
export function takeFitting(
  rows: readonly Row[],
  allowance: DeletionAllowance,
  excess = Infinity,
): readonly unknown[] {
  const ids: unknown[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= excess || bytes >= allowance.bytes) break;
    ids.push(row['id']);
    bytes += read(row, 'bytes', 'integer');
  }
  allowance.rows -= ids.length;
  allowance.bytes -= bytes;
  return ids;
}

/** Adds bytes to what accounts keep, in the order of the accounts, so that two transactions never deadlock. */
export async function addToTotals(
  { query, items }: Database,
  { total }: Shelf,
  bytesByAccount: ReadonlyMap<number, number>,
): Promise<void> {
  const sums = Array.from(bytesByAccount, ([id, bytes]) => ({ id, bytes })).toSorted(
    (one, other) => one.id - other.id,
  );
  const more = sums.filter(({ bytes }) => bytes > 0);
  const less = sums.filter(({ bytes }) => bytes < 0);
  const columns = `CAST(item.value ->> 'id' AS BIGINT) AS account_id, CAST(item.value ->> 'bytes' AS BIGINT) AS bytes`;
  const from = `(SELECT ${columns} FROM ${items('$1')}) s`;
  if (more.length > 0) {
    await query(
      `INSERT INTO ${total} (account_id, bytes) SELECT account_id, bytes FROM ${from} WHERE bytes > 0 ORDER BY account_id
        ON CONFLICT (account_id) DO UPDATE SET bytes = ${total}.bytes + excluded.bytes`,
      [JSON.stringify(more)],
    );
  }
  if (less.length > 0) {
    await query(
      `UPDATE ${total} SET bytes = ${total}.bytes + s.bytes FROM ${from} WHERE ${total}.account_id = s.account_id`,
      [JSON.stringify(less)],
    );
  }
}

/** A condition on rows: SQL and its parameters. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface Removed {
  readonly rows: number;
  readonly bytes: number;
}

/** Deletes rows, and takes their bytes off what their accounts keep. */
export async function removeFrom(
  database: Database,
  shelf: Shelf,
  { sql, values }: Condition,
): Promise<Removed> {
  const removed = await database.query(
    `DELETE FROM ${shelf.table} WHERE ${sql} RETURNING account_id, ${shelf.bytes} AS freed`,
    values,
  );
  const freed = new Map<number, number>();
  let bytes = 0;
  for (const row of removed) {
    const [accountId, ofRow] = [read(row, 'account_id', 'integer'), read(row, 'freed', 'integer')];
    freed.set(accountId, (freed.get(accountId) ?? 0) - ofRow);
    bytes += ofRow;
  }
  await addToTotals(database, shelf, freed);
  return { rows: removed.length, bytes };
}

/** Deletes an account's oldest rows until `excess` bytes are free or the transaction may delete no more. */
export async function makeRoom(
  database: Database,
  shelf: Shelf,
  { accountId, excess, allowance }: { accountId: number; excess: number; allowance: DeletionAllowance },
): Promise<Removed> {
  const { table, id, idType, at, bytes } = shelf;
  const oldest = await database.query(
    `SELECT ${id} AS id, ${bytes} AS bytes FROM ${table} WHERE account_id = $1 ORDER BY ${at}, ${id} LIMIT $2`,
    [accountId, allowance.rows],
  );
  const ids = takeFitting(oldest, allowance, excess);
  if (ids.length === 0) return { rows: 0, bytes: 0 };
  const isNamed = isOneOf(id, idType, database, '$1');
  return await removeFrom(database, shelf, { sql: isNamed, values: [JSON.stringify(ids)] });
}
