import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import type { Environment } from '../config.ts';
import { plainJson, plainNumber } from '../text/plain-json.ts';
import { ArgumentError } from '../argument-error.ts';
import type { CommandOption, CommandTable } from './command-table.ts';
import { explainOptions, explainWords } from './explain-words.ts';
import { helpText } from './help-text.ts';

export interface Command {
  readonly table: CommandTable;
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

/** A command that prints its help, refuses words that fit none of its forms, and otherwise does `work`. */
export function defineCommand(
  table: CommandTable,
  work: (args: CommandArguments, environment: Environment) => Promise<number>,
): Command {
  return {
    table,
    async run(rest, environment) {
      const args = readArguments(rest, table);
      return args === undefined ? 0 : await work(args, environment);
    },
  };
}

/** A command whose first word is a command of its own, loaded when it is run. */
export function defineGroup(
  table: CommandTable,
  verbs: Readonly<Record<string, () => Promise<Command>>>,
): Command {
  return {
    table,
    async run([verb = '', ...rest], environment) {
      // Prints the help where that is asked for, and names an option there is not.
      if (verb.startsWith('-') && readArguments([verb], table) === undefined) return 0;
      const load = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
      if (load === undefined) throw usageError(table, verb === '' ? [] : [verb]);
      return (await load()).run(rest, environment);
    },
  };
}

/**
 * Parses what stands after the command, which then fits one of its forms.
 * @returns undefined where `--help` was asked for and has been printed.
 * @throws ArgumentError for words that fit no form and for an option that its form does not take; Error of `parseArgs` for
 *   others that are wrong.
 */
export function readArguments(rest: readonly string[], table: CommandTable): CommandArguments | undefined {
  const { values, positionals } = parse(rest, table);
  const flags: Readonly<Record<string, unknown>> = values;
  if (flags['help'] === true) {
    process.stdout.write(helpText(table));
    return undefined;
  }
  const given = Object.keys(flags).filter((name) => name !== 'json');
  const stray = explainOptions(table, positionals, given);
  if (stray !== undefined || explainWords(table, positionals) !== undefined)
    throw usageError(table, positionals, stray);
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
    given,
  };
}

function parse(rest: readonly string[], table: CommandTable) {
  try {
    return parseArgs({
      args: [...rest],
      allowPositionals: true,
      options: { ...parsedOptions(table), json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'))
      throw error;
    // Of Node's own words only the first sentence helps; the rest is about dashes.
    const [said = ''] = error.message.split('. ');
    throw new ArgumentError(`${said}. "${table.command} --help" lists the options.`);
  }
}

/** In terms of `parseArgs`. */
function parsedOptions({ forms, options = {} }: CommandTable): ParseArgsOptionsConfig {
  const all = [...forms.map((form) => form.options ?? {}), options];
  return Object.fromEntries(
    all
      .flatMap(Object.entries<CommandOption>)
      .map(([name, { value, short, multiple = false }]) => [
        name,
        { type: value === undefined ? 'boolean' : 'string', multiple, ...(short !== undefined && { short }) },
      ]),
  );
}

/**
 * Wrong arguments: what is wrong, and which help says the right ones.
 * @param words without options: the first that is wrong is named. @param why what else is wrong, where the words are right.
 */
export function usageError(table: CommandTable, words: readonly string[], why?: string): ArgumentError {
  const reason = explainWords(table, words) ?? why;
  return new ArgumentError(
    `Invalid arguments${reason === undefined ? '' : `: ${reason}`}. See "${table.command} --help".`,
  );
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
