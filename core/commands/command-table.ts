import type { Environment } from '../config.ts';

/** An option, by its name without dashes in the table that has it. */
export interface CommandOption {
  /** What it does, as a phrase. */
  readonly help: string;
  /** Name of its value, such as `NAME`. An option without this, `oneOf`, `integer` and `number` is a flag. */
  readonly value?: string;
  /** The words it takes; the parser refuses others. */
  readonly oneOf?: readonly string[];
  /** The whole numbers it takes; the parser refuses others. */
  readonly integer?: { readonly min: number; readonly max: number; readonly fallback?: number };
  /** The numbers it takes, also with a fraction; the parser refuses others. */
  readonly number?: { readonly min: number; readonly max: number };
  /** The most characters of its text, which is not empty; the parser refuses others. */
  readonly maxCharacters?: number;
  /** Its one letter. */
  readonly short?: string;
  /** Whether it may be repeated. */
  readonly multiple?: boolean;
  readonly isRequired?: boolean;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** The parsed arguments of a command. They fit the command's table. */
export interface CommandArguments {
  /** The required ones, then the optional ones. */
  readonly positionals: readonly string[];
  readonly text: (option: string) => string | undefined;
  /** The values of an option that may be repeated. */
  readonly texts: (option: string) => readonly string[];
  /** The value of an option, or its default. */
  readonly integer: (option: string) => number | undefined;
  readonly number: (option: string) => number | undefined;
  readonly flag: (option: string) => boolean;
  readonly json: boolean;
  /** Whether any option is set that not every command has. */
  readonly hasOptions: boolean;
}

/** @returns the exit code; nothing for 0. @throws Error whose message is for the person at the terminal. */
export type CommandWork = (
  args: CommandArguments,
  environment: Environment,
) => Promise<number> | Promise<void>;

/** Something to type, and what it does. */
export type HelpRow = readonly [usage: string, explanation: string];

/** How a command is typed. Its parser, help, completion and row in the documentation follow from it. */
export interface Command {
  /** As it is typed, without `assay`, such as `key rotate`. */
  readonly name: string;
  /** What it does, as a sentence. */
  readonly summary: string;
  /** Names of its required arguments, in capitals. */
  readonly words?: readonly string[];
  /** Names of its optional arguments. */
  readonly optional?: readonly string[];
  readonly options?: CommandOptions;
  /** The command that has the options which people look for here. */
  readonly furtherOptions?: string;
  /** Paragraphs, with an empty line between two. */
  readonly notes?: string;
  /** Environment variables that its help lists, and what each does. */
  readonly variables?: readonly HelpRow[];
  /** The help text of `--json`, if it differs from the usual one; null for a command without `--json`. */
  readonly json?: string | null;
  /** Whether it has `--wide`, which shows a table in full. */
  readonly isWide?: boolean;
  readonly examples: readonly string[];
  /** Imports the module of this command alone. */
  readonly load: () => Promise<CommandWork>;
}

/** Commands with the same first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly notes?: string;
  readonly commands: readonly Command[];
}

export function isGroup(entry: Command | CommandGroup): entry is CommandGroup {
  return 'commands' in entry;
}

/** The options of a command with those that every command has. */
export function optionsOf({ options = {}, isWide = false, json = 'Print JSON.' }: Command): CommandOptions {
  return {
    ...options,
    ...(isWide && { wide: { help: 'Show every column, and times in full.' } }),
    ...(json !== null && { json: { help: json } }),
    help: { help: 'Show this help.', short: 'h' },
  };
}

/** More are written as `[options]`. */
const MAX_INLINE = 3;

/** A command as it is typed, such as `assay key list [ACCOUNT]`. */
export function usageOf({ name, words = [], optional = [], options = {} }: Command): string {
  const all = Object.entries(options);
  const required = all.filter(([, { isRequired }]) => isRequired === true);
  const others = all.filter(([, { isRequired }]) => isRequired !== true);
  const requiredUsage = required.map(([optionName, option]) => {
    const once = longSpelling(optionName, option);
    return option.multiple === true ? `${once} [${once}]...` : once;
  });
  const otherUsage =
    others.length > MAX_INLINE
      ? ['[options]']
      : others.map(([optionName, option]) => `[${longSpelling(optionName, option)}]`);
  const positionals = [...words, ...optional.map((word) => `[${word}]`)];
  return [`assay ${name}`, ...positionals, ...requiredUsage, ...otherUsage].join(' ');
}

/** The name of an option's value; undefined for a flag. */
export function valueNameOf({ value, oneOf, integer, number }: CommandOption): string | undefined {
  return value ?? oneOf?.join('|') ?? (integer === undefined && number === undefined ? undefined : 'N');
}

/** An option as it is typed, such as `-m, --model MODEL`. */
export function spellOption(name: string, option: CommandOption): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return `${short}${longSpelling(name, option)}`;
}

function longSpelling(name: string, option: CommandOption): string {
  const valueName = valueNameOf(option);
  return `--${name}${valueName === undefined ? '' : ` ${valueName}`}`;
}

/** The help text of an option, with its range and default. */
export function explainOption({ help, integer, number, isRequired = false }: CommandOption): string {
  const bounds = integer ?? number;
  const range =
    bounds === undefined ? '' : ` From ${bounds.min} to ${bounds.max}${defaultOf(integer?.fallback)}.`;
  return `${help}${range}${isRequired ? ' Required.' : ''}`;
}

function defaultOf(fallback: number | undefined): string {
  return fallback === undefined ? '' : `, by default ${fallback}`;
}
