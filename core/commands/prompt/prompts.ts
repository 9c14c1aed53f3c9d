import {
  print,
  readArguments,
  textOptions,
  usageError,
  type Command,
  type CommandTable,
} from '../command.ts';
import { readDuration } from '../read-duration.ts';
import { withOffice } from '../account/with-ledger.ts';

const HELP = `assay prompts: delete the texts of old requests.

  assay prompts prune --older-than AGE    AGE is a whole number of hours or days, such as 12h or 30d; 0h deletes all

Deletes the request and the response of each prompt from the prompt log. Entries, charges and the metering of every call
stay. A request that is repeated under its Idempotency-Key within 24 hours after its text was deleted is answered 409
result-not-retained; it is never run again. Dead letters of webhooks that are older are deleted too.

  --json    print JSON

Example: assay prompts prune --older-than 30d
`;

const TABLE: CommandTable = {
  help: HELP,
  options: textOptions(['older-than']),
  forms: [{ verb: 'prune' }],
};

export const prompts: Command = {
  async run(rest, environment) {
    const args = readArguments(rest, TABLE);
    if (args === undefined) return 0;
    const age = args.text('older-than');
    if (age === undefined) throw usageError(TABLE, args.positionals, '--older-than is missing');
    const before = new Date(Date.now() - readDuration('--older-than', age)).toISOString();
    const pruned = await withOffice(environment, ({ ledger, by }) => ledger.prunePrompts(before, by));
    print({ pruned, before }, [{ pruned, before }], args.json);
    return 0;
  },
};
