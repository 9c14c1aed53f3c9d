/** SQL that differs between SQLite and PostgreSQL. */
export interface Dialect {
  /** The present moment by the database's clock, Unix milliseconds. */
  readonly nowMs: string;
  /** Ends a selection of rows to change: leaves out rows of this table that another session has locked. */
  readonly skipLocked: (table: string) => string;
  /** Ends a selection: no other session may change the rows of this table before the transaction ends. */
  readonly shareOf: (table: string) => string;
  /** Run before texts are stored; several sessions may do so at once. Undefined if only one session writes at a time. */
  readonly shareTexts: string | undefined;
  /** Waits until no session stores texts, and keeps all from it to the end of the transaction. */
  readonly lockTexts: string | undefined;
  /** After FROM: the objects of a JSON array, as `item.value`; a field is `item.value ->> 'name'`, text in PostgreSQL. */
  readonly items: (json: string) => string;
  /** After FROM: the texts and numbers of a JSON array, as `item.value`; text in PostgreSQL. */
  readonly values: (json: string) => string;
  /** Whether a text contains another one exactly. */
  readonly contains: (text: string, part: string) => string;
  /** Whether the prompt of a logged request or its label contains each text of a JSON array, ignoring case. */
  readonly promptContains: (request: string, label: string, words: string) => string;
  /** The first `characters` of the prompt of a logged request; null if the request cannot be parsed. */
  readonly promptStart: (request: string, characters: number) => string;
  /** The used credits that a logged response states; null if it states none. */
  readonly creditsUsed: (response: string) => string;
  /** Selects one text column `detail`, a row for each missing trigger. */
  readonly missingTriggers: string;
}

/** Runs statements on a database, with the SQL of its dialect. */
export interface Database extends Dialect {
  readonly query: Query;
}

/** A condition on rows that a JSON array names. @param json such as `$1`. */
export function isOneOf(column: string, type: 'TEXT' | 'BIGINT', { values }: Dialect, json: string): string {
  return `${column} IN (SELECT CAST(item.value AS ${type}) FROM ${values(json)})`;
}

/**
 * PostgreSQL cannot store a NUL in a text, and refuses half a surrogate pair, so a stored request that has an escape of
 * either kind is not parsed.
 */
const READABLE = (request: string): string =>
  `convert_from(${request}, 'UTF8') !~ '\\\\u(0000|[dD][89a-fA-F])'`;

const jsonOf = (bytes: string): string => `CAST(convert_from(${bytes}, 'UTF8') AS json)`;

/** Rows of these tables never change. */
const IMMUTABLE = ['request', 'call', 'credit', 'credit_claim', 'audit_entry'];

/** With the functions of `addPromptSearch`. */
export const SQLITE: Dialect = {
  nowMs: `CAST(round(unixepoch('subsec') * 1000) AS INTEGER)`,
  skipLocked: () => '',
  shareOf: () => '',
  shareTexts: undefined,
  lockTexts: undefined,
  items: (json) => `json_each(${json}) item`,
  values: (json) => `json_each(${json}) item`,
  contains: (text, part) => `instr(${text}, ${part}) > 0`,
  promptContains: (request, label, words) => `prompt_contains(${request}, ${label}, ${words})`,
  promptStart: (request, characters) => `substr(prompt_of(${request}), 1, ${characters})`,
  creditsUsed: (response) =>
    `iif(json_valid(CAST(${response} AS TEXT)), CAST(${response} AS TEXT) ->> '$.creditsUsed', NULL)`,
  // Replacing a row would delete it without a trigger against deleting; see the schema for the tables without that.
  missingTriggers: `SELECT 'the trigger ' || w.name || ' is gone: rows could be rewritten' AS detail
    FROM (${IMMUTABLE.flatMap((table) => ['keeps_values', 'stays', ...(['request', 'call'].includes(table) ? [] : ['is_not_replaced'])].map((what) => `SELECT '${table}_${what}' AS name, '${table}' AS place`)).join(' UNION ALL ')}) w
    WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = w.place AND t.name = w.name)`,
};

/** `ASST` in ASCII. */
const TEXTS_LOCK = 0x41_53_53_54;

export const POSTGRES: Dialect = {
  // Stable within a statement, so that an index can be looked into for it.
  nowMs: 'CAST(floor(extract(epoch FROM statement_timestamp()) * 1000) AS BIGINT)',
  skipLocked: (table) => `FOR UPDATE OF ${table} SKIP LOCKED`,
  shareOf: (table) => `FOR SHARE OF ${table}`,
  shareTexts: `SELECT pg_advisory_xact_lock_shared(${TEXTS_LOCK})`,
  lockTexts: `SELECT pg_advisory_xact_lock(${TEXTS_LOCK})`,
  items: (json) => `json_array_elements(CAST(${json} AS json)) item (value)`,
  values: (json) => `json_array_elements_text(CAST(${json} AS json)) item (value)`,
  contains: (text, part) => `strpos(${text}, ${part}) > 0`,
  // convert_from returns the C collation, in which lower() folds only ASCII.
  // A request that cannot be parsed is searched as JSON text. OFFSET keeps it from being parsed for each word.
  promptContains: (request, label, words) =>
    `NOT EXISTS (SELECT 1 FROM (
        SELECT coalesce(lower(CASE WHEN ${READABLE(request)} THEN ${jsonOf(request)} ->> 'prompt' ELSE convert_from(${request}, 'UTF8') COLLATE "default" END), '') AS prompt,
          coalesce(lower(${label} COLLATE "default"), '') AS label OFFSET 0
      ) texts, json_array_elements_text(CAST(${words} AS json)) AS searched (word) WHERE strpos(texts.prompt, lower(searched.word)) = 0 AND strpos(texts.label, lower(searched.word)) = 0)`,
  promptStart: (request, characters) =>
    `CASE WHEN ${READABLE(request)} THEN substr(${jsonOf(request)} ->> 'prompt', 1, ${characters}) END`,
  // A response that contains a NUL cannot be parsed. Within a text of it quotes are escaped, so that only the field matches.
  creditsUsed: (response) =>
    `CAST(substring(convert_from(${response}, 'UTF8') FROM '"creditsUsed":([-+.0-9eE]+)') AS numeric)`,
  missingTriggers: `SELECT 'the trigger ' || w.name || ' is gone: rows could be rewritten' AS detail
    FROM (VALUES ${IMMUTABLE.map((table) => `('${table}_stays', '${table}')`).join(', ')}) w (name, place)
    WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t
      WHERE t.tgrelid = to_regclass(w.place) AND t.tgname = w.name AND t.tgenabled IN ('O', 'A'))`,
};

/** A parameter of a statement. Flags are 0 and 1 in both databases. */
export type SqlValue = string | number | null | Uint8Array;

/** A row as either database's driver hands it over; integers as numbers. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * Runs one statement on either database. Parameters are written `$1`, `$2` and so on, each as often as needed. The text
 * keeps to what SQLite and PostgreSQL have in common: `CAST(x AS BIGINT)` instead of `::`, sums cast to BIGINT, flags as 0
 * and 1, lists as JSON. A change returns rows if it has RETURNING.
 * @throws what the driver throws; the caller turns it into a `LedgerError`.
 */
export type Query = (sql: string, values?: readonly SqlValue[]) => Promise<readonly Row[]>;

/** One transaction changes at most this many rows of a long list, so that it does not block others for long. */
export const ROWS_AT_ONCE = 500;

/** The result of a change of at most `ROWS_AT_ONCE` rows. */
export interface Done {
  /** How many rows it deleted, changed or marked. */
  readonly rows: number;
  /** False if more may be left for the same change. */
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

/** The types as which a column can be read; with `?` it may be null. */
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

/** @throws TypeError if the column is missing or has another type, because the schema and the query disagree. */
export function read<Kind extends keyof Kinds>(row: Row, column: string, kind: Kind): Kinds[Kind];
export function read(row: Row, column: string, kind: keyof Kinds): unknown {
  const value = row[column];
  if (value === null && kind.endsWith('?')) return null;
  if (kind.startsWith('text') && typeof value === 'string') return value;
  if (kind === 'flag' && typeof value === 'boolean') return value;
  if (kind.startsWith('text') || typeof value !== 'number')
    throw new TypeError(`Column ${column} holds no ${kind}.`);
  if (kind === 'flag') return value === 1;
  return kind.startsWith('time') ? new Date(value).toISOString() : value;
}

/** Undefined if there is no row. @throws TypeError as `read`. */
export function readBytes(row: Row | undefined, column: string): Uint8Array | undefined {
  const value = row?.[column];
  if (value === undefined || value === null) return undefined;
  if (!(value instanceof Uint8Array)) throw new TypeError(`Column ${column} holds no bytes.`);
  return value;
}

/** @throws TypeError if the column has another value. */
export function readWord<Word extends string>(row: Row, column: string, words: readonly Word[]): Word {
  const value = read(row, column, 'text');
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new TypeError(`Column ${column} holds no word this program knows.`);
  return word;
}

/** A JSON array of IDs; null if the column is. @throws TypeError if it has another value. */
export function readIds(row: Row, column: string): readonly string[] | null {
  const text = read(row, column, 'text?');
  const ids: unknown = text === null ? null : JSON.parse(text);
  if (ids === null) return null;
  if (!Array.isArray(ids)) throw new TypeError(`Column ${column} holds no list.`);
  return ids.map(String);
}
