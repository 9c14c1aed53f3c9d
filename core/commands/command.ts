import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../config.ts';
import { plainJson, plainNumber } from '../text/plain-json.ts';
import { ArgumentError } from '../argument-error.ts';
import { explainWords } from './explain-words.ts';

export interface Command {
  /** @returns the exit code. @throws Error whose message is for the person at the terminal. */
  run(rest: readonly string[], environment: Environment): Promise<number>;
}

export interface CommandArguments {
  readonly positionals: readonly string[];
  readonly text: (option: string) => string | undefined;
  /** Of an option that may stand more than once. */
  readonly texts: (option: string) => readonly string[];
  readonly flag: (option: string) => boolean;
  readonly json: boolean;
  /** The options that were given, but for `--json`. */
  readonly given: readonly string[];
}

/**
 * Parses what stands after the command.
 * @param help begins with the command and a colon.
 * @returns undefined where `--help` was asked for and has been printed.
 * @throws ArgumentError for an option there is not; Error of `parseArgs` for others that are wrong.
 */
export function readArguments(
  rest: readonly string[],
  help: string,
  options: ParseArgsOptionsConfig = {},
): CommandArguments | undefined {
  const { values, positionals } = parse(rest, help, options);
  const flags: Readonly<Record<string, unknown>> = values;
  if (flags['help'] === true) {
    process.stdout.write(help);
    return undefined;
  }
  return {
    positionals,
    text(option) {
      const value: unknown = flags[option];
      return typeof value === 'string' ? value : undefined;
    },
    texts(option) {
      const value: unknown = flags[option];
      return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
    },
    flag: (option) => flags[option] === true,
    json: flags['json'] === true,
    given: Object.keys(flags).filter((name) => name !== 'json'),
  };
}

function parse(rest: readonly string[], help: string, options: ParseArgsOptionsConfig) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'))
      throw error;
    // Of Node's own words only the first sentence helps; the rest is about dashes.
    const [said = ''] = error.message.split('. ');
    const [command = ''] = help.split(':');
    throw new ArgumentError(`${said}. "${command} --help" lists the options.`);
  }
}

/** Options by name: those that take a text, and those that are only there or not. */
export function textOptions(texts: readonly string[], flags: readonly string[]): ParseArgsOptionsConfig {
  return Object.fromEntries([
    ...texts.map((name) => [name, { type: 'string' }] as const),
    ...flags.map((name) => [name, { type: 'boolean' }] as const),
  ]);
}

/**
 * Wrong arguments: what is wrong, and which help says the right ones.
 * @param words without options: the first that is wrong is named. @param why what else is wrong, where the words are right.
 */
export function usageError(help: string, words: readonly string[], why?: string): ArgumentError {
  const reason = explainWords(help, words) ?? why;
  const [command = ''] = help.split(':');
  return new ArgumentError(
    `Invalid arguments${reason === undefined ? '' : `: ${reason}`}. See "${command} --help".`,
  );
}

/** The first option that the form of a command does not take, in words. */
export function strayOption(given: readonly string[], taken: readonly string[]): string | undefined {
  const stray = given.find((option) => !taken.includes(option));
  return stray === undefined ? undefined : `--${stray} does not belong here`;
}

export type Row = Readonly<Record<string, string | number | boolean | null>>;

/** One line per row under headings, or the value as JSON. */
export function print(value: unknown, rows: readonly Row[], json: boolean): void {
  process.stdout.write(json ? `${plainJson(value, 2)}\n` : formatTable(rows));
}

function cellText(cell: string | number | boolean): string {
  return typeof cell === 'number' ? plainNumber(cell) : String(cell);
}

export function formatTable(rows: readonly Row[]): string {
  const first = rows[0];
  if (first === undefined) return 'none\n';
  const headings = Object.keys(first);
  const lines = [headings, ...rows.map((row) => headings.map((heading) => cellText(row[heading] ?? '-')))];
  const widths = headings.map((_heading, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
