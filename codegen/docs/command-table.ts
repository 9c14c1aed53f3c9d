import { COMMANDS, type ListedCommand } from '../../core/commands/command-list.js';
import { spellOption, usageOf, type CommandOptions } from '../../core/commands/command-table.ts';
import { code, markdownTable, sentence } from './markdown-table.ts';

/** A form with more options lists them only in its command's `--help`. */
const MAX_OPTIONS = 5;

/** One row per form of a command: what to type, and what it does. */
export async function commandTable(): Promise<string> {
  const rows = await Promise.all(COMMANDS.map(rowsOf));
  return markdownTable(['command', 'what it does'], rows.flat());
}

async function rowsOf({ summary, load }: ListedCommand): Promise<readonly (readonly [string, string])[]> {
  const { table } = await load();
  return table.forms.map((form) => {
    const says = [
      ...(table.forms.length === 1 ? [summary] : []),
      ...(form.says === undefined ? [] : [form.says]),
      ...optionsText(form.options),
    ];
    return [code(usageOf(table, form)), says.map(sentence).join(' ')];
  });
}

function optionsText(options: CommandOptions = {}): readonly string[] {
  const listed = Object.entries(options).filter(([, { says }]) => says !== undefined);
  if (listed.length > MAX_OPTIONS) return [];
  return listed.map(([name, option]) => `${code(spellOption(name, option))}: ${option.says}`);
}
