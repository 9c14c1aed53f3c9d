import type { Environment } from '../../config.ts';
import { withAdminContext } from '../account/with-ledger.ts';
import type { CommandArguments } from '../command-table.ts';
import { print } from '../print.ts';
import { readDuration } from '../read-argument.ts';

export async function prunePrompts(args: CommandArguments, environment: Environment): Promise<void> {
  const ageMs = readDuration('--older-than', args.text('older-than') ?? '');
  const before = new Date(Date.now() - ageMs).toISOString();
  const pruned = await withAdminContext(environment, ({ ledger, by }) => ledger.prunePrompts(before, by));
  print(args, { pruned, before }, `The texts of ${pruned} prompts from before ${before} are deleted.\n`);
}
