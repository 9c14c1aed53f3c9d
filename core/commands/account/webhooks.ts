import { describeEvent } from '../../administration/webhooks.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, defineCommand, usageError, type Command, type CommandArguments } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import type { Environment } from '../../config.ts';
import { withLedger, withOffice } from './with-ledger.ts';

const DEFAULT_EVENTS = 100;
const MAX_EVENTS = 10_000;

const TABLE: CommandTable = {
  command: 'assay webhooks',
  purpose: 'see the events that webhooks have not taken yet, and send them again.',
  forms: [
    {
      inline: '[--limit N]',
      says: `dead letters first, then the latest; default ${DEFAULT_EVENTS}, at most ${MAX_EVENTS}`,
      options: { limit: { value: 'N' } },
    },
    {
      verb: 'retry',
      words: ['ID'],
      says: 'send this event now, and for another day; of a request its promptLogId is the ID',
    },
    { verb: 'retry', inline: '--dead', says: 'the same for every dead letter', options: { dead: {} } },
  ],
  notes: `An event is sent again with growing pauses for a day and is then a dead letter. So is one whose receiver answers 410. A
delivered event is gone. "assay account set NAME --webhook URL" sets an account's webhook, and "assay prompts prune"
deletes old dead letters.`,
  examples: ['assay webhooks retry 019aa8f0-5c1e-7b3a-9d44-2f6c0f0a7e11'],
};

export const webhooks: Command = defineCommand(TABLE, async (args, environment) => {
  const [verb, id] = args.positionals;
  if (verb === undefined) await list(args, environment);
  else if (args.flag('dead') && id === undefined) await retryDead(args, environment);
  else if (!args.flag('dead') && id !== undefined) await retry(args, id, environment);
  else throw usageError(TABLE, args.positionals, 'retry takes either the ID of an event or --dead');
  return 0;
});

async function list(args: CommandArguments, environment: Environment): Promise<void> {
  const limit = args.text('limit') ?? String(DEFAULT_EVENTS);
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_EVENTS)
    throw new ArgumentError(`--limit takes a whole number from 1 to ${MAX_EVENTS}`);
  const events = await withLedger(environment, (ledger) => ledger.webhooks.list(Number(limit)));
  const shown = events.map(describeEvent);
  print(
    shown,
    shown.map((event) => ({ ...event })),
    args.json,
  );
}

async function retry(args: CommandArguments, id: string, environment: Environment): Promise<void> {
  const isThere = await withOffice(environment, ({ ledger, by }) => ledger.webhooks.retry(id, by));
  if (!isThere)
    throw new Error(
      `there is no event "${id}": it was delivered, it was pruned, or its account had no webhook`,
    );
  print({ id, retried: 1 }, [{ id, retried: 1 }], args.json);
}

async function retryDead(args: CommandArguments, environment: Environment): Promise<void> {
  const retried = await withOffice(environment, ({ ledger, by }) => ledger.webhooks.retryDead(by));
  print({ retried }, [{ retried }], args.json);
}
