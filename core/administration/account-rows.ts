import { CsvError, parse } from 'csv-parse/sync';
import { parseCredits } from '../billing/amounts.ts';
import { checkKeySettings, checkNewAccount } from '../ledger/check-operation.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { KeySettings } from '../ledger/administration/settings.ts';

/** An account to make with a key. */
export interface AccountRow {
  readonly name: string;
  readonly microCredits: number;
  readonly keyName: string | undefined;
  /** Of the key. */
  readonly budgets: { readonly day?: number; readonly month?: number };
  /** Those that the key may ask; undefined for every model. */
  readonly models: readonly string[] | undefined;
}

export interface RowProblem {
  /** From 1. */
  readonly line: number;
  /** Undefined where it is about the whole line. */
  readonly column: string | undefined;
  readonly message: string;
}

/** More are given in several files. */
export const MAX_ACCOUNT_ROWS = 10_000;

const COLUMNS = ['name', 'credits', 'key_name', 'budget_day', 'budget_month', 'models'] as const;
type Column = (typeof COLUMNS)[number];
const NEEDED: readonly Column[] = ['name', 'credits'];

interface CsvLine {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

/**
 * Reads CSV (RFC 4180) with a heading; white space around a cell does not count, and an empty cell is no value.
 * @returns every row, or everything that is wrong.
 */
export function readAccountRows(
  text: string,
): { readonly rows: readonly AccountRow[] } | { readonly problems: readonly RowProblem[] } {
  const parsed = parseLines(text);
  if ('problems' in parsed) return parsed;
  const problems: RowProblem[] = headingProblems(parsed.heading).map((problem) => ({ line: 1, ...problem }));
  if (problems.length > 0) return { problems };
  const seen = new Map<string, number>();
  const rows = parsed.lines.map(({ record, info: { lines: line } }) => {
    const row = readRow(
      (column) => record[column] || undefined,
      (column, message) => problems.push({ line, column, message }),
    );
    const first = seen.get(row.name);
    if (first !== undefined)
      problems.push({ line, column: 'name', message: `The account is in line ${first} already.` });
    seen.set(row.name, first ?? line);
    return row;
  });
  return problems.length > 0 ? { problems } : { rows };
}

interface ParsedLines {
  readonly heading: readonly string[];
  readonly lines: readonly CsvLine[];
}

function parseLines(text: string): ParsedLines | { readonly problems: readonly RowProblem[] } {
  let heading: readonly string[] = [];
  try {
    const lines: readonly CsvLine[] = parse(text, {
      bom: true,
      columns: (names: string[]) => {
        heading = names;
        return names;
      },
      info: true,
      skip_empty_lines: true,
      trim: true,
    });
    if (lines.length <= MAX_ACCOUNT_ROWS) return { heading, lines };
    const { lines: line } = lines[MAX_ACCOUNT_ROWS]?.info ?? { lines: 1 };
    const message = `A file has at most ${MAX_ACCOUNT_ROWS} accounts: divide it.`;
    return { problems: [{ line, column: undefined, message }] };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = error['lines'];
    const message = `The line is not CSV with the columns of the heading: ${error.message}.`;
    return { problems: [{ line: typeof line === 'number' ? line : 1, column: undefined, message }] };
  }
}

function headingProblems(columns: readonly string[]): readonly Omit<RowProblem, 'line'>[] {
  const known: readonly string[] = COLUMNS;
  const missing = NEEDED.filter((column) => !columns.includes(column));
  return [
    ...missing.map((column) => ({ column, message: 'The heading has to name this column.' })),
    ...columns.flatMap((column, index) => {
      if (!known.includes(column))
        return [{ column, message: `There is no such column, only ${COLUMNS.join(', ')}.` }];
      return columns.indexOf(column) < index ? [{ column, message: 'The heading names it twice.' }] : [];
    }),
  ];
}

function readRow(
  cell: (column: Column) => string | undefined,
  wrong: (column: Column, message: string) => void,
): AccountRow {
  const read = <T>(column: Column, reader: (text: string) => T): T | undefined => {
    const text = cell(column);
    try {
      return text === undefined ? undefined : reader(text);
    } catch (error) {
      if (!(error instanceof RangeError || error instanceof LedgerError)) throw error;
      wrong(column, error.message);
      return undefined;
    }
  };
  const checked = <Settings extends KeySettings>(settings: Settings): Settings => {
    checkKeySettings(settings);
    return settings;
  };
  for (const column of NEEDED) if (cell(column) === undefined) wrong(column, 'The cell is empty.');
  const day = read('budget_day', parseCredits);
  const month = read('budget_month', parseCredits);
  const name = cell('name') ?? '';
  read('name', () => checkNewAccount(name, 0));
  return {
    name,
    microCredits: read('credits', parseCredits) ?? 0,
    keyName: read('key_name', (text) => checked({ name: text }).name),
    budgets: { ...(day !== undefined && { day }), ...(month !== undefined && { month }) },
    models: read('models', (text) => checked({ models: text.split(/[,;]/).map((id) => id.trim()) }).models),
  };
}
