/** What a statement takes; flags are 0 and 1 in both databases. */
export type SqlValue = string | number | null | Uint8Array;

/** A row as either database's driver hands it over; integers as numbers. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs one statement on either database. Parameters are written `$1`, `$2` and so on, each as often as needed. The text
 * keeps to what SQLite and PostgreSQL have in common: `CAST(x AS BIGINT)` instead of `::`, sums cast to BIGINT, flags as 0
 * and 1, lists as JSON. A change answers with rows where it has RETURNING.
 * @throws what the driver throws; the caller turns it into a `LedgerError`.
 */
export type Query = (sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** Rows that one transaction changes at most of what may be many, so that it holds nobody else for long. */
export const ROWS_AT_ONCE = 500;

/** @param change of at most `ROWS_AT_ONCE` rows. @returns how many, and whether that may have been all. */
export async function changeSome(
  query: Query,
  change: string,
  values?: readonly SqlValue[],
): Promise<{ readonly rows: number; readonly isLast: boolean }> {
  const { length: rows } = await query(`${change} RETURNING 1`, values);
  return { rows, isLast: rows < ROWS_AT_ONCE };
}

/** @throws TypeError where the column is missing or holds something else: the schema and the query disagree. */
export function readInteger(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`Column ${column} is not a number.`);
  return value;
}

/** @throws TypeError as `readInteger`. */
export function readText(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`Column ${column} is not text.`);
  return value;
}

/** Undefined where there is no row. @throws TypeError as `readInteger`. */
export function readBytes(row: Row | undefined, column: string): Uint8Array | undefined {
  const value = row?.[column];
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

/** @throws TypeError as `readInteger`. */
export function readOptionalText(row: Row, column: string): string | null {
  return row[column] === null ? null : readText(row, column);
}

/** @throws TypeError as `readInteger`. */
export function readOptionalInteger(row: Row, column: string): number | null {
  return row[column] === null ? null : readInteger(row, column);
}

/** Columns hold 0 or 1; conditions are booleans in PostgreSQL. @throws TypeError as `readInteger`. */
export function readFlag(row: Row, column: string): boolean {
  const value = row[column];
  return typeof value === 'boolean' ? value : readInteger(row, column) === 1;
}

/** Unix milliseconds as the contract writes times: ISO 8601, UTC. @throws TypeError as `readInteger`. */
export function readTime(row: Row, column: string): string {
  return new Date(readInteger(row, column)).toISOString();
}

/** @throws TypeError as `readInteger`. */
export function readOptionalTime(row: Row, column: string): string | null {
  return row[column] === null ? null : readTime(row, column);
}

/** @throws TypeError where the column holds no such word. */
export function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = readText(row, column);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new TypeError(`Column ${column} holds no word this program knows.`);
  return word;
}

/** A JSON array of IDs; null where the column is. @throws TypeError where it holds something else. */
export function readIds(row: Row, column: string): readonly string[] | null {
  const text = readOptionalText(row, column);
  const ids: unknown = text === null ? null : JSON.parse(text);
  if (ids === null) return null;
  if (!Array.isArray(ids)) throw new TypeError(`Column ${column} holds no list.`);
  return ids.map(String);
}
