/** An option, by its name without dashes in the table that has it. */
export interface CommandOption {
  /** What follows it, such as `N`; an option without one is either there or not. */
  readonly value?: string;
  /** Its one letter. */
  readonly short?: string;
  /** Whether it may stand more than once. */
  readonly multiple?: boolean;
  /** What it does; absent where the line of its form says so. */
  readonly says?: string;
}

export type CommandOptions = Readonly<Record<string, CommandOption>>;

/** One way to write a command, such as `assay key rotate KEY [--grace AGE]`. */
export interface CommandForm {
  /** The word that says what to do; absent where the command has none. */
  readonly verb?: string;
  /** Names of the words it needs after that, in capitals. */
  readonly words?: readonly string[];
  /** Names of those it may have after them. */
  readonly optional?: readonly string[];
  /** The options as its line shows them. */
  readonly inline?: string;
  readonly says?: string;
  readonly options?: CommandOptions;
  /** Names of options that another form declares. */
  readonly takes?: readonly string[];
}

/** How a command is written. Its parser, its `--help` and its row in the documentation follow from it. */
export interface CommandTable {
  /** As it is typed, such as `assay key`. */
  readonly command: string;
  readonly purpose: string;
  readonly forms: readonly CommandForm[];
  /** Paragraphs, in lines as they are printed. */
  readonly notes?: string;
  /** Of every form, beside `--json` and `--help`. */
  readonly options?: CommandOptions;
  /** What `--json` prints, if there is more to say; null for a command that only has commands of its own. */
  readonly json?: string | null;
  /** Paragraphs below the options. */
  readonly closing?: string;
  readonly examples: readonly string[];
}

/** A form as it is typed, such as `assay key list [ACCOUNT]`. */
export function usageOf({ command }: CommandTable, form: CommandForm): string {
  const { verb = '', words = [], optional = [], inline = '' } = form;
  return [command, verb, ...words, ...optional.map((word) => `[${word}]`), inline]
    .filter((word) => word !== '')
    .join(' ');
}

/** An option as it is typed, such as `-m, --model MODEL`. */
export function spellOption(name: string, { short, value }: CommandOption): string {
  return `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
}
