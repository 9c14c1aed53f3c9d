import { type Database, isOneOf, read, type Row, type SqlValue } from './database.ts';

/** A table of which an account keeps a bounded number of bytes, and that of the sums. */
export interface Shelf {
  readonly table: 'prompt_log' | 'cached_answer';
  readonly total: 'text_total' | 'cache_total';
  /** The column that names a row, and how it is read from JSON text. */
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

/** What one transaction may still delete, so that making room holds the writer for a moment only. */
export interface RoomLeft {
  rows: number;
  /** Deleting reads what is deleted. The last row may exceed it. */
  bytes: number;
}

/** For one transaction. */
export function roomOfTransaction(): RoomLeft {
  return { rows: 100, bytes: 16 * 1024 * 1024 };
}

/**
 * The IDs of the first rows that fit in the transaction's room, which they use up.
 * @param rows with `id` and `bytes`, at most as many as there is room for. @param excess so many bytes suffice.
 */
export function takeFitting(rows: readonly Row[], roomLeft: RoomLeft, excess = Infinity): readonly unknown[] {
  const taken: unknown[] = [];
  let bytes = 0;
  for (const row of rows) {
    if (bytes >= excess || bytes >= roomLeft.bytes) break;
    taken.push(row['id']);
    bytes += read(row, 'bytes', 'integer');
  }
  roomLeft.rows -= taken.length;
  roomLeft.bytes -= bytes;
  return taken;
}

/** Adds to what accounts keep, always in the same order: two transactions then wait for each other only one way. */
export async function addToTotals(
  { query, items }: Database,
  { total }: Shelf,
  bytesByAccount: ReadonlyMap<number, number>,
): Promise<void> {
  const sums = [...bytesByAccount]
    .filter(([, bytes]) => bytes !== 0)
    .toSorted(([one], [other]) => one - other);
  const list = (of: (bytes: number) => boolean): readonly { readonly id: number; readonly bytes: number }[] =>
    sums.filter(([, bytes]) => of(bytes)).map(([id, bytes]) => ({ id, bytes }));
  const [more, less] = [list((bytes) => bytes > 0), list((bytes) => bytes < 0)];
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

/** Which rows: SQL, and its parameters. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

export interface Removed {
  readonly rows: number;
  readonly bytes: number;
}

/** Deletes rows and takes them off what their accounts keep. */
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

/** Deletes the oldest of what an account keeps until `excess` bytes are free, or the transaction's room is used up. */
export async function makeRoom(
  database: Database,
  shelf: Shelf,
  { accountId, excess, roomLeft }: { accountId: number; excess: number; roomLeft: RoomLeft },
): Promise<Removed> {
  const { table, id, idType, at, bytes } = shelf;
  const oldest = await database.query(
    `SELECT ${id} AS id, ${bytes} AS bytes FROM ${table} WHERE account_id = $1 ORDER BY ${at}, ${id} LIMIT $2`,
    [accountId, roomLeft.rows],
  );
  const giving = takeFitting(oldest, roomLeft, excess);
  if (giving.length === 0) return { rows: 0, bytes: 0 };
  const isGiving = isOneOf(id, idType, database, '$1');
  return await removeFrom(database, shelf, { sql: isGiving, values: [JSON.stringify(giving)] });
}
