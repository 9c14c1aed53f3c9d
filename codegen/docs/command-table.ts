import { isGroup, usageOf } from '../../core/commands/command-table.ts';
import { COMMANDS } from '../../core/commands/tables/command-list.ts';
import { code, markdownTable } from './markdown-table.ts';

/** One row per command: what to type, and what it does. Each has `--help` for its options. */
export function commandTable(): string {
  const commands = COMMANDS.flatMap((listed) => (isGroup(listed) ? listed.commands : [listed]));
  return markdownTable(
    ['command', 'what it does'],
    commands.map((command) => [code(usageOf(command)), command.summary]),
  );
}
