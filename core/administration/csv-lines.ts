import { CsvError, parse } from 'csv-parse/sync';

/** What is wrong with a file of CSV, and where. */
export interface RowProblem {
  /** From 1. */
  readonly line: number;
  /** Undefined where it is about the whole line. */
  readonly column: string | undefined;
  readonly message: string;
}

export interface CsvLine {
  /** Where it ends, from 1. */
  readonly line: number;
  /** As many as the heading has. */
  readonly cells: readonly string[];
}

export interface CsvLines {
  readonly heading: readonly string[];
  readonly lines: readonly CsvLine[];
  readonly problems: readonly RowProblem[];
}

/** Reads CSV (RFC 4180) with a heading. @param maxLines below the heading. @returns also everything that is wrong. */
export function readCsvLines(text: string, maxLines: number): CsvLines {
  const records = recordsOf(text);
  if ('message' in records) return { heading: [], lines: [], problems: [records] };
  const [{ cells: heading } = { cells: [] }, ...lines] = records;
  const separator = /[;\t|]/.exec(heading.length === 1 ? (heading[0] ?? '') : '')?.[0];
  if (separator !== undefined) {
    const named = SEPARATORS[separator] ?? 'another sign';
    const message = `The cells are divided by ${named}: save the file as CSV with commas.`;
    return { heading: [], lines: [], problems: [{ line: 1, column: undefined, message }] };
  }
  const tooMany = lines[maxLines];
  if (tooMany !== undefined) {
    const message = `A file has at most ${maxLines} rows: divide it.`;
    return { heading: [], lines: [], problems: [{ line: tooMany.line, column: undefined, message }] };
  }
  const isWhole = ({ cells }: CsvLine): boolean => cells.length === heading.length;
  const problems = lines.filter((line) => !isWhole(line)).map((line) => wrongLength(line, heading));
  return { heading, lines: lines.filter(isWhole), problems };
}

const SEPARATORS: Readonly<Record<string, string>> = { ';': 'semicolons', '\t': 'tabs', '|': 'bars' };
const MAX_SHOWN_CHARACTERS = 40;

function wrongLength({ line, cells }: CsvLine, heading: readonly string[]): RowProblem {
  const extra = cells[heading.length]?.slice(0, MAX_SHOWN_CHARACTERS);
  if (extra === undefined) {
    const message = `The line has ${cells.length} of the heading's ${heading.length} cells, and no cell here.`;
    return { line, column: heading[cells.length], message };
  }
  const message = `The line has ${cells.length} cells, and the heading has ${heading.length}: cell ${heading.length + 1}, "${extra}", is one too many. Quote a cell that has a comma in it.`;
  return { line, column: undefined, message };
}

function recordsOf(text: string): readonly CsvLine[] | RowProblem {
  const records: CsvLine[] = [];
  try {
    parse(text, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      on_record(cells: readonly string[], { lines: line }) {
        records.push({ line, cells });
        return undefined;
      },
    });
    return records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line: unknown = error['lines'];
    const message = `The line is not CSV: ${error.message}.`;
    return { line: typeof line === 'number' ? line : 1, column: undefined, message };
  }
}
