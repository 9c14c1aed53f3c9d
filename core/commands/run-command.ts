import { ArgumentError, exitCodeFor } from '../argument-error.ts';
import type { Environment } from '../config.ts';
import { say } from '../terminal/say.ts';
import { readArguments } from './command-arguments.ts';
import { isGroup, usageOf, type Command, type CommandGroup } from './command-table.ts';
import { findCommand, nearestCommand, verbsOf } from './find-command.ts';
import { helpText, overviewText } from './help-text.ts';

/** Does what was typed after `assay`, and says on standard error why it failed. @returns the exit code. */
export async function runCommand(words: readonly string[], environment: Environment): Promise<number> {
  try {
    return await carryOut(words, environment);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'It failed.';
    const command = nearestCommand(words);
    const usage = error instanceof ArgumentError ? `\nUsage: ${usageFor(command)}` : '';
    const name = command === undefined ? 'assay' : `assay ${command.name}`;
    say(`${name}: ${message}${usage}`);
    return exitCodeFor(error);
  }
}

/** As `runCommand`. @throws Error whose message is for the person at the terminal; ArgumentError for invalid arguments. */
export async function carryOut(words: readonly string[], environment: Environment): Promise<number> {
  const help = helpTopic(words);
  if (help !== undefined) return printHelp(help);
  const { command, rest } = findCommand(words);
  if (isGroup(command)) throw new ArgumentError(`Name a command: ${verbsOf(command).join(', ')}.`);
  const args = readArguments(rest, command);
  if (args === undefined) return printHelp(words);
  const work = await command.load();
  return (await work(args, environment)) ?? 0;
}

/** The words of the command whose help is wanted; none for the overview. */
function helpTopic(words: readonly string[]): readonly string[] | undefined {
  const [first, second] = words;
  const isFlag = (word: string | undefined): boolean => word === '--help' || word === '-h';
  if (first === undefined || isFlag(first)) return [];
  if (first === 'help') return isFlag(second) ? [] : words.slice(1);
  // A command reads its own flags, but a group has none.
  return isFlag(second) ? [first] : undefined;
}

function printHelp(words: readonly string[]): number {
  const { stdout } = process;
  const columns = stdout.isTTY ? stdout.columns : undefined;
  stdout.write(words.length === 0 ? overviewText(columns) : helpText(findCommand(words).command, columns));
  return 0;
}

function usageFor(command: Command | CommandGroup | undefined): string {
  if (command === undefined) return 'assay COMMAND [options]';
  return isGroup(command) ? `assay ${command.name} COMMAND [options]` : usageOf(command);
}
