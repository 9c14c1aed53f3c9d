import type { Changes } from '../rules/loaded.ts';
import { columnsOf, TABLE_NAMES, TABLES, type Table, type TableName } from '../rules/tables.ts';
import type { Statement } from './connection.ts';
import { preparedStatement } from './sessions.ts';

const SQL_TYPES: Readonly<Record<Table['columns'][string], string>> = {
  integer: 'bigint',
  'integer?': 'bigint',
  real: 'double precision',
  text: 'text',
  'text?': 'text',
  bytes: 'bytea',
  'bytes?': 'bytea',
  flag: 'smallint',
};

/**
 * Old keys are deleted apart from batches, perhaps while a batch that has loaded such a row waits for it: an UPDATE would
 * then find nothing to change, and the request that claims the key again would not have it.
 */
const DELETED_BESIDE_BATCHES: ReadonlySet<string> = new Set<TableName>(['idempotency']);

/** The columns that are written of the deleted, inserted and updated rows of each table. */
const WRITTEN_COLUMNS = TABLE_NAMES.map((name) => {
  const { key, mutable }: Table = TABLES[name];
  const all = columnsOf(name);
  const updated = DELETED_BESIDE_BATCHES.has(name) ? all : [...key, ...mutable];
  return { name, deleted: key, inserted: all, updated };
});

/** The rows of one table that are deleted, inserted or updated. */
interface Part {
  readonly name: TableName;
  readonly what: 'deleted' | 'inserted' | 'updated';
  readonly columns: readonly string[];
}

/**
 * Writes a batch's changes in one statement, whatever the number of rows and tables: each row costs the server less than a
 * statement. Tables never wait for each other, so their order does not matter.
 * @returns undefined if nothing changed.
 */
export function writingStatement(changes: Changes['tables']): Statement | undefined {
  const parts: Part[] = [];
  const values: unknown[] = [];
  let shape = 'write';
  for (const { name, ...written } of WRITTEN_COLUMNS)
    for (const what of ['deleted', 'inserted', 'updated'] as const) {
      const rows: readonly Readonly<Record<string, unknown>>[] = changes[name][what];
      if (rows.length === 0) continue;
      parts.push({ name, what, columns: written[what] });
      shape += ` ${what} ${name}`;
      for (const column of written[what]) values.push(rows.map((row) => row[column]));
    }
  return parts.length === 0 ? undefined : preparedStatement(shape, values, () => sqlOf(parts));
}

function sqlOf(parts: readonly Part[]): string {
  let first = 1;
  const clauses = parts.map((part, index) => {
    const clause = `part_${index} AS (${sqlOfPart(part, first)})`;
    first += part.columns.length;
    return clause;
  });
  return `WITH ${clauses.join(', ')} SELECT 1`;
}

/** @param first the number of its first parameter. Each is a list of one column: the server reads them faster than JSON. */
function sqlOfPart({ name, what, columns }: Part, first: number): string {
  const { key, mutable, columns: types }: Table = TABLES[name];
  const lists = columns.map((column, index) => `$${first + index}::${SQL_TYPES[types[column] ?? 'text']}[]`);
  const rows = `unnest(${lists.join(', ')}) AS new (${columns.join(', ')})`;
  const insert = `INSERT INTO ${name} (${columns.join(', ')}) SELECT * FROM ${rows}`;
  const matches = key.map((column) => `old.${column} = new.${column}`).join(' AND ');
  const setFrom = (row: string): string =>
    `SET ${mutable.map((column) => `${column} = ${row}.${column}`).join(', ')}`;
  if (what === 'deleted') return `DELETE FROM ${name} old USING ${rows} WHERE ${matches}`;
  if (what === 'inserted') return insert;
  return DELETED_BESIDE_BATCHES.has(name)
    ? `${insert} ON CONFLICT (${key.join(', ')}) DO UPDATE ${setFrom('excluded')}`
    : `UPDATE ${name} old ${setFrom('new')} FROM ${rows} WHERE ${matches}`;
}
