import { ArgumentError } from '../argument-error.ts';
import { nearestName } from '../text/nearest-name.ts';
import { formatList } from '../client/figures.ts';
import { isGroup, type Command, type CommandGroup } from './command-table.ts';
import { COMMANDS } from './tables/command-list.ts';

type Entry = Command | CommandGroup;

export interface FoundCommand {
  readonly command: Entry;
  /** What follows its name. */
  readonly rest: readonly string[];
}

/**
 * The command that words begin with, or the group, if an option or nothing follows the group's name.
 * @throws ArgumentError for a name there is not, with the nearest one.
 */
export function findCommand(words: readonly string[]): FoundCommand {
  const [name = '', verb, ...others] = words;
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined)
    throw unknownCommand(
      'assay',
      name,
      COMMANDS.map((each) => each.name),
    );
  const isAlone = !isGroup(entry) || verb === undefined || verb.startsWith('-');
  if (isAlone) return { command: entry, rest: words.slice(1) };
  const command = entry.commands.find((each) => each.name === `${name} ${verb}`);
  if (command === undefined) throw unknownCommand(`assay ${name}`, verb, verbsOf(entry));
  return { command, rest: others };
}

/** The second words of its commands. */
export function verbsOf({ name, commands }: CommandGroup): readonly string[] {
  return commands.map((command) => command.name.slice(name.length + 1));
}

/** As much of it as there is; undefined where not even the first word names one. */
export function nearestCommand([name, verb]: readonly string[]): Entry | undefined {
  const entry = COMMANDS.find((command) => command.name === name);
  if (entry === undefined || !isGroup(entry)) return entry;
  return entry.commands.find((command) => command.name === `${name} ${verb}`) ?? entry;
}

/** @param names of which one was meant. */
function unknownCommand(group: string, name: string, names: readonly string[]): ArgumentError {
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined
      ? `"${group} --help" ${group === 'assay' ? 'lists them' : `explains ${formatList(names)}`}.`
      : `Did you mean "${group} ${nearest}"?`;
  return new ArgumentError(`There is no command "${group} ${name}". ${hint}`);
}
