const BANNER =
  '// Generated from core/ledger/sql/schema.sql. Do not edit: change that and run `npm run codegen`.';

const TABLE = /^CREATE TABLE (\w+) \(\n([^]*?)\n\) STRICT/gm;
const COLUMN = /^ {2}(\w+) (INTEGER|INT|REAL|TEXT|BLOB)\b(.*)$/gm;
const KEY = /^ {2}PRIMARY KEY \(([^)]+)\)/m;

/** What the columns of the schema hold, in the words of `core/ledger/rules/tables.ts`. */
const KINDS: ReadonlyMap<string | undefined, string> = new Map([
  ['INTEGER', 'integer'],
  ['INT', 'flag'],
  ['REAL', 'real'],
  ['TEXT', 'text'],
  ['BLOB', 'bytes'],
]);

/** Keys and columns of the ledger's tables. @param schema SQL, a column a line. */
export function emitLedgerTables(schema: string): string {
  const tables = [...schema.matchAll(TABLE)].map(([, name, body = '']) => `  ${name}: ${tableText(body)},`);
  return [
    BANNER,
    '',
    '/** In the order of the schema; `?` may be null, a flag is 0 or 1. */',
    'export const LEDGER_TABLES = {',
    ...tables,
    '} as const;',
    '',
  ].join('\n');
}

function tableText(body: string): string {
  const columns = [...body.matchAll(COLUMN)];
  const alone = columns.filter(([, , , terms]) => terms?.includes('PRIMARY KEY')).map(([, name]) => name);
  const key = KEY.exec(body)?.[1]?.split(', ') ?? alone;
  const lines = columns.map(([, name, type, terms = '']) => {
    const isNullable = !/NOT NULL|PRIMARY KEY/.test(terms);
    return `      ${name}: '${KINDS.get(type)}${isNullable ? '?' : ''}',`;
  });
  return [
    '{',
    `    key: [${key.map((name) => `'${name}'`).join(', ')}],`,
    '    columns: {',
    ...lines,
    '    },',
    '  }',
  ].join('\n');
}
