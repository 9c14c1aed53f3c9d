import { parseArgs } from 'node:util';
import { ArgumentError } from '../argument-error.ts';
import { formatList } from '../client/figures.ts';
import { nearestName } from '../text/nearest-name.ts';
import {
  optionsOf,
  valueNameOf,
  type Command,
  type CommandArguments,
  type CommandOption,
  type CommandOptions,
} from './command-table.ts';

/**
 * Parses the arguments of a command.
 * @returns undefined for `--help`.
 * @throws ArgumentError naming the first word or option that does not fit.
 */
export function readArguments(rest: readonly string[], command: Command): CommandArguments | undefined {
  const options = optionsOf(command);
  const { positionals, tokens } = parse(rest, command, options);
  const isHelp = tokens.some((token) => token.kind === 'option' && token.name === 'help');
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    checkOption(token, { ...command, options }, values.has(token.name));
    values.set(token.name, [...(values.get(token.name) ?? []), token.value ?? '']);
  }
  if (isHelp) return undefined;
  checkPositionals(positionals, command, [...values.values()].flat());
  const missing = Object.entries(options).find(
    ([name, { isRequired }]) => isRequired === true && !values.has(name),
  );
  if (missing !== undefined) throw new ArgumentError(`--${missing[0]} is missing.`);
  const text = (option: string): string | undefined => values.get(option)?.at(-1);
  return {
    positionals,
    text,
    texts: (option) => values.get(option) ?? [],
    integer: (option) => {
      const value = text(option);
      return value === undefined ? options[option]?.integer?.fallback : Number(value);
    },
    number: (option) => {
      const value = text(option);
      return value === undefined ? undefined : Number(value);
    },
    flag: (option) => values.has(option),
    json: values.has('json'),
    hasOptions: Object.keys(command.options ?? {}).some((option) => values.has(option)),
  };
}

function parse(rest: readonly string[], { words = [] }: Command, options: CommandOptions) {
  const parserOptions = Object.entries(options).map(([name, option]) => {
    const type = valueNameOf(option) === undefined ? ('boolean' as const) : ('string' as const);
    return [name, { type, multiple: true, ...(option.short !== undefined && { short: option.short }) }];
  });
  return parseArgs({
    args: words.includes('N') ? negativesLast(rest) : [...rest],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries(parserOptions),
  });
}

/** A negative amount would be read as an option, so it goes behind all of them. */
function negativesLast(rest: readonly string[]): string[] {
  const isNegative = (word: string): boolean => /^-\d/.test(word);
  const negative = rest.filter(isNegative);
  return negative.length === 0 ? [...rest] : [...rest.filter((word) => !isNegative(word)), '--', ...negative];
}

interface OptionToken {
  readonly name: string;
  /** As it was typed. */
  readonly rawName: string;
  readonly value?: string | undefined;
  readonly inlineValue?: boolean | undefined;
}

/** A command with the options that every command has. */
interface FullCommand extends Pick<Command, 'furtherOptions'> {
  readonly options: CommandOptions;
}

function checkOption(
  { name, rawName, value, inlineValue }: OptionToken,
  { options, furtherOptions }: FullCommand,
  isRepeated: boolean,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const nearest = nearestName(name, Object.keys(options));
    const further = furtherOptions === undefined ? '' : ` "assay ${furtherOptions}" has further options.`;
    const hint = nearest === undefined ? further : ` Did you mean --${nearest}?`;
    throw new ArgumentError(`There is no option ${rawName} here.${hint}`);
  }
  const valueName = valueNameOf(option);
  if (valueName === undefined && value !== undefined) throw new ArgumentError(`--${name} takes no value.`);
  // A value that begins with a dash must follow "=", otherwise it is read as another option.
  const isMissing = value === undefined || (inlineValue !== true && /^-\D/.test(value));
  if (valueName !== undefined && isMissing) throw new ArgumentError(`--${name} needs a value: ${valueName}.`);
  if (isRepeated && option.multiple !== true) throw new ArgumentError(`--${name} is given twice.`);
  if (value !== undefined) checkValue(name, value, option);
}

function checkValue(
  name: string,
  value: string,
  { oneOf, integer, number, maxCharacters }: CommandOption,
): void {
  if (oneOf?.includes(value) === false) {
    const nearest = nearestName(value, oneOf);
    const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
    throw new ArgumentError(`--${name} takes ${formatList(oneOf, 'or')}.${hint}`);
  }
  if (maxCharacters !== undefined && (value === '' || Array.from(value).length > maxCharacters))
    throw new ArgumentError(`--${name} takes 1 to ${maxCharacters} characters.`);
  const bounds = integer ?? number;
  if (bounds === undefined) return;
  const { min, max } = bounds;
  const pattern = integer === undefined ? /^\d{0,15}(\.\d{1,15}|\d)$/ : /^\d{1,15}$/;
  if (!pattern.test(value) || Number(value) < min || Number(value) > max)
    throw new ArgumentError(
      `--${name} takes a ${integer === undefined ? '' : 'whole '}number from ${min} to ${max}.`,
    );
}

/** @param values the values of all options. */
function checkPositionals(
  positionals: readonly string[],
  { words = [], optional = [] }: Command,
  values: readonly string[],
): void {
  const missing = words[positionals.length];
  if (missing !== undefined) throw new ArgumentError(`${missing} is missing.`);
  const tooMany = positionals[words.length + optional.length];
  const hint = values.some((value) => value.endsWith(',')) ? ' Write a list without spaces.' : '';
  if (tooMany !== undefined) throw new ArgumentError(`"${tooMany}" is one word too many.${hint}`);
}
