import type { Environment } from '../../config.ts';
import { plainJson } from '../../text/plain-json.ts';
import type { CommandArguments } from '../command-table.ts';
import { printRows } from '../print.ts';
import { readTime } from '../read-argument.ts';
import { withLedger } from './with-ledger.ts';

export async function listChanges(args: CommandArguments, environment: Environment): Promise<void> {
  const query = {
    limit: args.whole('limit') ?? 0,
    fromMs: readTime('--from', args.text('from')),
    toMs: readTime('--to', args.text('to')),
  };
  const { entries } = await withLedger(environment, (ledger) => ledger.audit(query));
  const rows = entries.map(({ at, actor, action, subject, detail, via, origin }) => ({
    at: { at },
    actor,
    action,
    subject,
    detail: plainJson(detail),
    via,
    origin,
  }));
  printRows(args, entries, rows, 'Nothing was changed.');
}
