import type { Statement } from './connection.ts';
import { TABLE_NAMES, TABLES, type Table, type TableName } from '../rules/tables.ts';

type Values = Readonly<Record<string, unknown>>;

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

/** The columns of a table, for a SELECT. */
export function columnsOf(table: TableName): string {
  return Object.keys(TABLES[table].columns).join(', ');
}

/** What a batch did to one table. */
interface RowChanges {
  readonly deleted: readonly Values[];
  readonly inserted: readonly Values[];
  readonly updated: readonly Values[];
}

/** One part of what is written: the rows of one table that are deleted, inserted or updated. */
interface Writing {
  readonly name: string;
  /** One list a column: the server reads them faster than JSON. */
  readonly columns: readonly string[];
  /** @param first the number of its first parameter. */
  readonly sql: (first: number) => string;
}

type Writings = Readonly<Record<keyof RowChanges, Writing>>;

/**
 * Old keys are deleted apart from batches, perhaps while a batch that has loaded such a row waits for it: an UPDATE would
 * then find nothing to change, and whoever claimed the key anew would not have it.
 */
const DELETED_BESIDE_BATCHES: ReadonlySet<string> = new Set<TableName>(['idempotency']);

const WRITINGS = TABLE_NAMES.map((name) => [name, writingsOf(name, TABLES[name])] as const);

/**
 * Writes a batch's changes in one statement, whatever the number of rows and tables: each row costs the server less than a
 * statement. Tables never wait for each other, so that their order is nobody's.
 * @returns undefined where nothing changed.
 */
export function writingStatement(changes: Readonly<Record<TableName, RowChanges>>): Statement | undefined {
  const parts: Writing[] = [];
  const values: unknown[] = [];
  for (const [table, writings] of WRITINGS)
    for (const what of ['deleted', 'inserted', 'updated'] as const) {
      const rows = changes[table][what];
      if (rows.length === 0) continue;
      parts.push(writings[what]);
      for (const column of writings[what].columns) values.push(rows.map((row) => row[column]));
    }
  if (parts.length === 0) return undefined;
  return { ...statementOf(parts), values };
}

/** Of one kind: the server keeps each prepared statement for as long as the session lives. */
export const MAX_PREPARED = 100;

/** By the names of their parts. There are few: most batches change the same tables. */
const statements = new Map<string, Statement>();

function statementOf(parts: readonly Writing[]): Statement {
  const shape = parts.map((part) => part.name).join(' ');
  const known = statements.get(shape);
  if (known !== undefined) return known;
  let first = 1;
  const clauses = parts.map(({ sql, columns }, index) => {
    const clause = `part_${index} AS (${sql(first)})`;
    first += columns.length;
    return clause;
  });
  const text = `WITH ${clauses.join(', ')} SELECT 1`;
  if (statements.size >= MAX_PREPARED) return { text };
  // A shape may be longer than the server lets a name be.
  const statement = { name: `write-${statements.size}`, text };
  statements.set(shape, statement);
  return statement;
}

function writingsOf(name: string, { key, mutable, columns }: Table): Writings {
  const all = Object.keys(columns);
  const written = [...key, ...mutable];
  const matches = key.map((column) => `old.${column} = new.${column}`).join(' AND ');
  const assignments = mutable.map((column) => `${column} = new.${column}`).join(', ');
  const rowsOf = (listed: readonly string[], first: number): string => {
    const lists = listed.map(
      (column, index) => `$${first + index}::${SQL_TYPES[columns[column] ?? 'text']}[]`,
    );
    return `unnest(${lists.join(', ')}) AS new (${listed.join(', ')})`;
  };
  const insert = (first: number): string =>
    `INSERT INTO ${name} (${all.join(', ')}) SELECT * FROM ${rowsOf(all, first)}`;
  const replaced = mutable.map((column) => `${column} = excluded.${column}`).join(', ');
  return {
    deleted: {
      name: `-${name}`,
      columns: key,
      sql: (first) => `DELETE FROM ${name} old USING ${rowsOf(key, first)} WHERE ${matches}`,
    },
    inserted: {
      name: `+${name}`,
      columns: all,
      sql: insert,
    },
    updated: DELETED_BESIDE_BATCHES.has(name)
      ? {
          name: `=${name}`,
          columns: all,
          sql: (first) => `${insert(first)} ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${replaced}`,
        }
      : {
          name: `=${name}`,
          columns: written,
          sql: (first) =>
            `UPDATE ${name} old SET ${assignments} FROM ${rowsOf(written, first)} WHERE ${matches}`,
        },
  };
}
