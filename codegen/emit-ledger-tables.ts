import { DatabaseSync } from 'node:sqlite';
import type { SchemaStep } from '../core/ledger/sql/schema.ts';

const BANNER =
  '// Generated from core/ledger/sql/schema.ts. Do not edit: change that and run `npm run codegen`.';

/** The kinds of columns in `core/ledger/rules/tables.ts`, by their types in the schema. */
const KINDS: ReadonlyMap<unknown, string> = new Map([
  ['INTEGER', 'integer'],
  ['INT', 'flag'],
  ['REAL', 'real'],
  ['TEXT', 'text'],
  ['BLOB', 'bytes'],
]);

/** Writes the keys and columns of the tables of a ledger after these steps. */
export function emitLedgerTables(steps: readonly SchemaStep[]): string {
  const database = new DatabaseSync(':memory:');
  try {
    for (const { tables } of steps) database.exec(tables);
    const names = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY rowid")
      .all();
    return [
      BANNER,
      '',
      '/** In the order of the schema; `?` may be null, a flag is 0 or 1. */',
      'export const LEDGER_TABLES = {',
      ...names.map(({ name }) => `  ${String(name)}: ${tableText(database, String(name))},`),
      '} as const;',
      '',
    ].join('\n');
  } finally {
    database.close();
  }
}

function tableText(database: DatabaseSync, table: string): string {
  const columns = database
    .prepare(`SELECT name, type, "notnull" = 0 AND pk = 0 AS nullable, pk FROM pragma_table_info(?)`)
    .all(table);
  const key = columns.filter(({ pk }) => pk !== 0).toSorted((a, b) => Number(a['pk']) - Number(b['pk']));
  const lines = columns.map(
    ({ name, type, nullable }) => `      ${String(name)}: '${KINDS.get(type)}${nullable === 1 ? '?' : ''}',`,
  );
  return [
    '{',
    `    key: [${key.map(({ name }) => `'${String(name)}'`).join(', ')}],`,
    '    columns: {',
    ...lines,
    '    },',
    '  }',
  ].join('\n');
}
