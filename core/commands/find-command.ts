import { ArgumentError } from '../argument-error.ts';
import { nearestName } from '../text/nearest-name.ts';
import { isGroup, type Command, type CommandGroup } from './command-table.ts';
import { COMMANDS } from './tables/command-list.ts';

type Listed = Command | CommandGroup;

export interface FoundCommand {
  readonly command: Listed;
  /** What follows its name. */
  readonly rest: readonly string[];
}

/**
 * The command that words begin with, or the group, if an option or nothing follows the group's name.
 * @throws ArgumentError for a name there is not, with the nearest one.
 */
export function findCommand(words: readonly string[]): FoundCommand {
  const [name = '', verb, ...others] = words;
  const listed = COMMANDS.find((command) => command.name === name);
  if (listed === undefined) throw unknownCommand(name, COMMANDS, 'assay');
  const isAlone = !isGroup(listed) || verb === undefined || verb.startsWith('-');
  if (isAlone) return { command: listed, rest: words.slice(1) };
  const command = listed.commands.find((each) => each.name === `${name} ${verb}`);
  if (command === undefined) throw unknownCommand(`${name} ${verb}`, listed.commands, `assay ${name}`);
  return { command, rest: others };
}

/** As much of it as there is; undefined where not even the first word names one. */
export function nearestCommand([name, verb]: readonly string[]): Listed | undefined {
  const listed = COMMANDS.find((command) => command.name === name);
  if (listed === undefined || !isGroup(listed)) return listed;
  return listed.commands.find((command) => command.name === `${name} ${verb}`) ?? listed;
}

function unknownCommand(name: string, commands: readonly Listed[], place: string): ArgumentError {
  const nearest = nearestName(
    name,
    commands.map((command) => command.name),
  );
  const hint = nearest === undefined ? `"${place} --help" lists them.` : `Did you mean "assay ${nearest}"?`;
  return new ArgumentError(`There is no command "assay ${name}". ${hint}`);
}
