import { parseCredits } from '../billing/amounts.ts';
import { checkNewAccount } from '../ledger/check-operation.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { KeySettings } from '../ledger/administration/settings.ts';
import { checkBudgetOrder } from './budgets.ts';
import { readCsvLines, type CsvLine, type RowProblem } from './csv-lines.ts';
import { checkKeyTerms, readExpiry, type WantedKey } from './keys.ts';

/** A key to make, and its account where there is none. */
export interface AccountRow {
  /** In the file, from 1. */
  readonly line: number;
  /** Of the account. */
  readonly microCredits: number;
  readonly key: WantedKey;
}

/** More are given in several files. */
export const MAX_ACCOUNT_ROWS = 10_000;

const COLUMNS = [
  'name',
  'credits',
  'key_name',
  'budget_day',
  'budget_month',
  'models',
  'requests_per_minute',
  'expires',
] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['name', 'credits'];

/** What a file of accounts has. Rows are to be used only where there is no problem. */
export interface ReadRows {
  readonly rows: readonly AccountRow[];
  readonly problems: readonly RowProblem[];
}

/**
 * Reads CSV with a heading; white space around a cell does not count, and an empty cell is no value. Rows of the same
 * name are keys of one account, whose credits are in the first.
 */
export function readAccountRows(text: string): ReadRows {
  const { heading, lines, problems: unreadable } = readCsvLines(text, MAX_ACCOUNT_ROWS);
  const wrongHeading = unreadable.length > 0 ? [] : headingProblems(heading);
  if (wrongHeading.length > 0) return { rows: [], problems: wrongHeading };
  const problems: RowProblem[] = [...unreadable];
  const firstOf = new Map<string, AccountRow>();
  const keys = new Map<string, number>();
  const rows = lines.map((csv) => {
    const wrong = (column: Column, message: string): void => {
      problems.push({ line: csv.line, column, message });
    };
    const cell = (column: Column): string | undefined => csv.cells[heading.indexOf(column)] || undefined;
    const first = firstOf.get(cell('name') ?? '');
    const row = readRow({ line: csv.line, cell, wrong, first });
    const { accountName, name } = row.key;
    if (accountName === '') return row;
    firstOf.set(accountName, first ?? row);
    const key = JSON.stringify([accountName, name]);
    const earlier = keys.get(key);
    if (earlier !== undefined)
      wrong(
        'key_name',
        `Line ${earlier} makes this key of the account already: give each key a name of its own.`,
      );
    keys.set(key, earlier ?? csv.line);
    return row;
  });
  return { rows, problems: problems.toSorted((one, other) => one.line - other.line) };
}

function headingProblems(columns: readonly string[]): readonly RowProblem[] {
  const known: readonly string[] = COLUMNS;
  const missing = NEEDED.filter((column) => !columns.includes(column));
  const problems = [
    ...missing.map((column) => ({ column, message: 'The heading has to name this column.' })),
    ...columns.flatMap((column, index) => {
      if (!known.includes(column))
        return [{ column, message: `There is no such column, only ${COLUMNS.join(', ')}.` }];
      return columns.indexOf(column) < index ? [{ column, message: 'The heading names it twice.' }] : [];
    }),
  ];
  return problems.map((problem) => ({ line: 1, ...problem }));
}

interface RowReader extends Pick<CsvLine, 'line'> {
  readonly cell: (column: Column) => string | undefined;
  readonly wrong: (column: Column, message: string) => void;
  /** The row that has the account's credits; undefined where it is this one. */
  readonly first: AccountRow | undefined;
}

function readRow({ line, cell, wrong, first }: RowReader): AccountRow {
  const attempt = <T>(column: Column, reader: () => T): T | undefined => {
    try {
      return reader();
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof LedgerError)) throw error;
      wrong(column, error.message);
      return undefined;
    }
  };
  const read = <T>(column: Column, reader: (text: string) => T): T | undefined => {
    const text = cell(column);
    return text === undefined ? undefined : attempt(column, () => reader(text));
  };
  const name = cell('name') ?? '';
  if (name === '') wrong('name', 'The cell is empty.');
  else attempt('name', () => checkNewAccount(name, 0));
  const given = cell('credits');
  if (given === undefined && first === undefined) wrong('credits', 'The cell is empty.');
  const microCredits = read('credits', parseCredits) ?? first?.microCredits ?? 0;
  if (given !== undefined && first !== undefined && microCredits !== first.microCredits)
    wrong('credits', `Line ${first.line} has the credits of this account: leave the cell empty.`);
  const day = read('budget_day', parseCredits);
  const month = read('budget_month', parseCredits);
  const budgets = { ...(day !== undefined && { day }), ...(month !== undefined && { month }) };
  attempt('budget_day', () => checkBudgetOrder(budgets));
  const key = {
    accountName: name,
    name: read('key_name', (text) => checked({ name: text }).name),
    budgets,
    models: read('models', (text) => checked({ models: text.split(/[,;]/).map((id) => id.trim()) }).models),
    requestsPerMinute: read('requests_per_minute', (text) => {
      if (!/^\d{1,7}$/.test(text)) throw new RangeError('It takes a whole number from 1 to 1000000.');
      return checked({ requestsPerMinute: Number(text) }).requestsPerMinute;
    }),
    expiresMs: read('expires', readExpiry),
  };
  return { line, microCredits, key };
}

function checked<Settings extends KeySettings>(settings: Settings): Settings {
  checkKeyTerms(settings);
  return settings;
}
