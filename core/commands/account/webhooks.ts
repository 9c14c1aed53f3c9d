import { ArgumentError } from '../../argument-error.ts';
import type { Environment } from '../../config.ts';
import type { CommandArguments } from '../command-table.ts';
import { print, printRows } from '../print.ts';
import { withLedger, withAdminContext } from './with-ledger.ts';

export async function listEvents(args: CommandArguments, environment: Environment): Promise<void> {
  const limit = args.integer('limit') ?? 0;
  const events = await withLedger(environment, (ledger) => ledger.webhooks.list(limit));
  const rows = events.map(
    ({ id, account, event, state, lastFailure, at, nextAttempt, deadSince, ...others }) => ({
      id,
      account,
      event,
      state,
      lastFailure,
      at: { at },
      nextAttempt: { at: nextAttempt },
      deadSince: { at: deadSince },
      ...others,
    }),
  );
  printRows(args, events, rows, 'No event waits.');
}

export async function retryEvents(args: CommandArguments, environment: Environment): Promise<void> {
  const [id] = args.positionals;
  if (args.flag('dead') === (id !== undefined))
    throw new ArgumentError('Give either the ID of an event or --dead.');
  if (id === undefined) {
    const retried = await withAdminContext(environment, ({ ledger, by }) => ledger.webhooks.retryDead(by));
    print(args, { retried }, `Dead letters sent again: ${retried}.\n`);
    return;
  }
  const isFound = await withAdminContext(environment, ({ ledger, by }) => ledger.webhooks.retry(id, by));
  if (!isFound)
    throw new Error(
      `There is no event "${id}": it was delivered, it was pruned, or its account had no webhook.`,
    );
  print(args, { id, retried: 1 }, `The event ${id} is sent again.\n`);
}
