import { print, defineCommand, usageError, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { readDuration } from '../read-duration.ts';
import { withOffice } from '../account/with-ledger.ts';

const TABLE: CommandTable = {
  command: 'assay prompts',
  purpose: 'delete the texts of old requests.',
  forms: [
    {
      verb: 'prune',
      inline: '--older-than AGE',
      says: 'AGE is a whole number of hours or days, such as 12h or 30d; 0h deletes all',
      options: { 'older-than': { value: 'AGE' } },
    },
  ],
  notes: `Deletes the request and the response of each prompt from the prompt log. Entries, charges and the metering of every call
stay. A request that is repeated under its Idempotency-Key within 24 hours of the first one is answered 409
result-not-retained and not run again. Older cached answers and dead letters of webhooks are deleted too.`,
  examples: ['assay prompts prune --older-than 30d'],
};

export const prompts: Command = defineCommand(TABLE, async (args, environment) => {
  const age = args.text('older-than');
  if (age === undefined) throw usageError(TABLE, args.positionals, '--older-than is missing');
  const before = new Date(Date.now() - readDuration('--older-than', age)).toISOString();
  const pruned = await withOffice(environment, ({ ledger, by }) => ledger.prunePrompts(before, by));
  print({ pruned, before }, [{ pruned, before }], args.json);
  return 0;
});
