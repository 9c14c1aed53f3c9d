import type { Environment } from '../config.ts';

/** An option, by its name without dashes in the table that has it. */
export interface CommandOption {
  /** What it does, as a phrase. */
  readonly help: string;
  /** What follows it, such as `NAME`; an option without one, `oneOf`, `integer` or `number` is either given or not. */
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
  /** Whether it may be given more than once. */
  readonly multiple?: boolean;
  /** Whether the command does nothing without it. */
  readonly isRequired?: boolean;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** What was typed after a command; it fits the command's table. */
export interface CommandArguments {
  /** As many as the command needs, then those it may have. */
  readonly positionals: readonly string[];
  readonly text: (option: string) => string | undefined;
  /** Of an option that may be given more than once. */
  readonly texts: (option: string) => readonly string[];
  /** Of an option with bounds: what was given, or its default. */
  readonly integer: (option: string) => number | undefined;
  readonly number: (option: string) => number | undefined;
  readonly flag: (option: string) => boolean;
  readonly json: boolean;
  /** Names of the options that were given, without those of every command. */
  readonly given: readonly string[];
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
  /** Names of the words it needs, in capitals. */
  readonly words?: readonly string[];
  /** Names of those that may follow them. */
  readonly optional?: readonly string[];
  readonly options?: CommandOptions;
  /** The command that has the options which people look for here. */
  readonly furtherOptions?: string;
  /** Paragraphs, with an empty line between two. */
  readonly notes?: string;
  /** Environment variables that its help lists, and what each does. */
  readonly variables?: readonly HelpRow[];
  /** What `--json` prints, if there is more to say; null where there is no `--json`. */
  readonly json?: string | null;
  /** Whether it prints a table that `--wide` shows in full. */
  readonly isWide?: boolean;
  readonly examples: readonly string[];
  /** Loads what it runs, and nothing of the others. */
  readonly load: () => Promise<CommandWork>;
}

/** Commands with the same first word. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly notes?: string;
  readonly commands: readonly Command[];
}

export function isGroup(listed: Command | CommandGroup): listed is CommandGroup {
  return 'commands' in listed;
}

/** Its options with those that every command has. */
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
  const spelt = required.map(([option, described]) => {
    const once = longSpelling(option, described);
    return described.multiple === true ? `${once} [${once}]...` : once;
  });
  const left =
    others.length > MAX_INLINE
      ? ['[options]']
      : others.map(([option, described]) => `[${longSpelling(option, described)}]`);
  return [`assay ${name}`, ...words, ...optional.map((word) => `[${word}]`), ...spelt, ...left].join(' ');
}

/** What follows an option; undefined where nothing does. */
export function valueOf({ value, oneOf, integer, number }: CommandOption): string | undefined {
  return value ?? oneOf?.join('|') ?? (integer === undefined && number === undefined ? undefined : 'N');
}

/** An option as it is typed, such as `-m, --model MODEL`. */
export function spellOption(name: string, option: CommandOption): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return `${short}${longSpelling(name, option)}`;
}

function longSpelling(name: string, option: CommandOption): string {
  const value = valueOf(option);
  return `--${name}${value === undefined ? '' : ` ${value}`}`;
}

/** What it does, with its default, as a sentence. */
export function explainOption({ help, integer, number, isRequired = false }: CommandOption): string {
  const bounds = integer ?? number;
  const range =
    bounds === undefined ? '' : ` From ${bounds.min} to ${bounds.max}${defaultOf(integer?.fallback)}.`;
  return `${help}${range}${isRequired ? ' Required.' : ''}`;
}

function defaultOf(fallback: number | undefined): string {
  return fallback === undefined ? '' : `, by default ${fallback}`;
}
