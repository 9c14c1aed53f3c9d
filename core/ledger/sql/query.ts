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

/** What a change of at most so many rows did. */
export interface Done {
  /** How many rows it deleted, changed or marked. */
  readonly rows: number;
  /** False where more may be left for the same change. */
  readonly isLast: boolean;
}

/** @param change of at most `ROWS_AT_ONCE` rows. @returns how many, and whether that may have been all. */
export async function changeSome(
  { query }: { readonly query: Query },
  change: string,
  values?: readonly SqlValue[],
): Promise<Done> {
  const { length: rows } = await query(`${change} RETURNING 1`, values);
  return { rows, isLast: rows < ROWS_AT_ONCE };
}

/** What a column may be read as; with `?` it may be null. */
interface Kinds {
  readonly integer: number;
  readonly 'integer?': number | null;
  readonly text: string;
  readonly 'text?': string | null;
  /** Columns hold 0 or 1; conditions are booleans in PostgreSQL. */
  readonly flag: boolean;
  /** Unix milliseconds as the contract writes times: ISO 8601, UTC. */
  readonly time: string;
  readonly 'time?': string | null;
}

/** @throws TypeError where the column is missing or holds something else: the schema and the query disagree. */
export function read<Kind extends keyof Kinds>(row: Row, column: string, kind: Kind): Kinds[Kind] {
  const value = valueOf(row[column], kind);
  if (value === undefined) throw new TypeError(`Column ${column} holds no ${kind}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `valueOf` gives what the kind says
  return value as Kinds[Kind];
}

function valueOf(value: unknown, kind: keyof Kinds): unknown {
  if (value === null) return kind.endsWith('?') ? null : undefined;
  if (kind.startsWith('text')) return typeof value === 'string' ? value : undefined;
  if (kind === 'flag' && typeof value === 'boolean') return value;
  if (typeof value !== 'number') return undefined;
  if (kind === 'flag') return value === 1;
  return kind.startsWith('time') ? new Date(value).toISOString() : value;
}

/** Undefined where there is no row. @throws TypeError as `read`. */
export function readBytes(row: Row | undefined, column: string): Uint8Array | undefined {
  const value = row?.[column];
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

/** @throws TypeError where the column holds no such word. */
export function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = read(row, column, 'text');
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new TypeError(`Column ${column} holds no word this program knows.`);
  return word;
}

/** A JSON array of IDs; null where the column is. @throws TypeError where it holds something else. */
export function readIds(row: Row, column: string): readonly string[] | null {
  const text = read(row, column, 'text?');
  const ids: unknown = text === null ? null : JSON.parse(text);
  if (ids === null) return null;
  if (!Array.isArray(ids)) throw new TypeError(`Column ${column} holds no list.`);
  return ids.map(String);
}
