import process from 'node:process';
import { paintFor } from '../terminal/paint.ts';
import {
  columnsOf,
  onOneLine,
  shownWidth,
  widthOf,
  wrapLines,
  wrapWords,
} from '../terminal/printable-text.ts';
import { relativeTime } from '../terminal/relative-time.ts';
import { textTable } from '../terminal/text-table.ts';
import { plainJson, plainNumber } from '../text/plain-json.ts';
import type { CommandArguments } from './command-table.ts';

/** A moment in ISO 8601, shown by how long ago it is. */
export interface Moment {
  readonly at: string | null | undefined;
}

/** A text that goes on in lines below where the table has no room for it. */
export interface Sentence {
  readonly sentence: string | null;
}

export type Cell = string | number | boolean | null | undefined | Moment | Sentence;

/** By heading, the most important first: without `--wide` only the first few are shown. */
export type Row = Readonly<Record<string, Cell>>;

const MAX_COLUMNS = 5;

/** Writes a command's result to standard output: the value as JSON with `--json`, else the text. */
export function print({ json }: Pick<CommandArguments, 'json'>, value: unknown, text: string): void {
  const { stdout } = process;
  stdout.write(json ? `${plainJson(value, 2)}\n` : wrapLines(text, columnsOf(stdout)));
}

/** @param empty the text without any row. */
export function printRows(args: CommandArguments, value: unknown, rows: readonly Row[], empty: string): void {
  print(args, value, rows.length === 0 ? `${empty}\n` : formatTable(rows, args.flag('wide')));
}

/**
 * A table that fits the terminal: last columns are left out, and only the last that is shown is cut. With `isWide` nothing
 * is: where there is no room for the table, each row is a block of lines.
 */
export function formatTable(rows: readonly Row[], isWide = false): string {
  const { stdout } = process;
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const shown = isWide ? names : names.slice(0, MAX_COLUMNS);
  const isFigure = (name: string): boolean =>
    rows.every((row) => typeof row[name] === 'number' || (row[name] ?? null) === null);
  const width = columnsOf(stdout);
  const table = textTable(
    rows.map((row) =>
      shown.map((name) => ({ text: cellText(row[name], isWide), wraps: isSentence(row[name]) })),
    ),
    {
      headings: shown.map(headingOf),
      right: shown.flatMap((name, column) => (isFigure(name) ? [column] : [])),
      paint: paintFor(stdout),
      ...(!isWide && { maxWidth: width, dropsColumns: true }),
    },
  );
  const fits = table.split('\n').every((line) => shownWidth(line) <= width);
  return fits || !isWide ? table : rows.map(formatFields).join('\n');
}

/** One thing, a line for each of its facts. Those that are not there are left out. */
export function formatFields(fields: Row): string {
  const lines = Object.entries(fields)
    .filter(([, cell]) => cell !== undefined)
    .map(([name, cell]) => [headingOf(name), cellText(cell, true)] as const);
  const width = Math.max(0, ...lines.map(([name]) => name.length));
  const room = columnsOf(process.stdout) - width - 2;
  return lines
    .map(([name, text]) => {
      const [first = '', ...others] = widthOf(text) <= room ? [text] : wrapWords(text, room).split('\n');
      const below = others.map((more) => `${' '.repeat(width + 2)}${more}\n`);
      return `${name.padEnd(width)}  ${first}\n${below.join('')}`;
    })
    .join('');
}

/** A name of the API in words, such as `requests per minute`. */
export function headingOf(name: string): string {
  return name
    .replaceAll(
      /([a-z])([A-Z])/g,
      (_both, before: string, after: string) => `${before} ${after.toLowerCase()}`,
    )
    .replace(/\busd\b/, 'USD');
}

function isSentence(cell: Cell): boolean {
  return typeof cell === 'object' && cell !== null && 'sentence' in cell;
}

function cellText(cell: Cell, isWide: boolean): string {
  if (cell === null || cell === undefined) return '-';
  if (typeof cell === 'number') return plainNumber(cell);
  if (typeof cell !== 'object') return onOneLine(String(cell));
  if ('sentence' in cell) return cell.sentence === null ? '-' : onOneLine(cell.sentence);
  if (cell.at === null || cell.at === undefined) return '-';
  return isWide ? cell.at : relativeTime(Date.parse(cell.at), Date.now());
}
