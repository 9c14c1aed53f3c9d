import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { LedgerEntry } from '../../ledger/ledger.ts';
import { UsageError } from '../../usage-error.ts';
import { print, readWords, usageError, type Command, type Row } from '../command.ts';
import { withLedger } from './with-ledger.ts';
import type { Environment } from '../../config.ts';

const DEFAULT_ENTRIES = 50;
const MAX_ENTRIES = 10_000;

const HELP = `assay ledger: prove the books, and read them.

  assay ledger check                        every invariant in one read transaction; exit code 1 where one fails
  assay ledger history ACCOUNT [--limit N]  its entries, the newest first; default ${DEFAULT_ENTRIES}, at most ${MAX_ENTRIES}

The balance is every grant less every charge. A charge comes with the release of what was left of its hold; what
calls cost beyond a hold is an entry of the house, and nobody pays it.

  --json    print JSON

Example: assay ledger check
Example: assay ledger history acme --limit 20
`;

export const ledger: Command = {
  async run(rest, environment) {
    const words = readWords(rest, HELP, { limit: { type: 'string' } });
    if (words === undefined) return 0;
    const [verb, accountName, ...extra] = words.positionals;
    if (extra.length > 0) throw usageError(HELP);
    const limit = words.text('limit');
    if (verb === 'check' && accountName === undefined && limit === undefined)
      return check(environment, words.json);
    if (verb !== 'history' || accountName === undefined) throw usageError(HELP);
    const most = entriesOf(limit);
    const entries = await withLedger(environment, (opened) => opened.history(accountName, most));
    print(entries.map(entryRow), entries.map(entryRow), words.json);
    return 0;
  },
};

async function check(environment: Environment, json: boolean): Promise<number> {
  const problems = await withLedger(environment, (opened) => opened.check());
  const clean = problems.length === 0;
  if (clean && !json) process.stdout.write('The ledger is clean: every invariant holds.\n');
  else
    print(
      { clean, problems },
      problems.map((problem) => ({ ...problem })),
      json,
    );
  return clean ? 0 : 1;
}

function entriesOf(limit: string | undefined): number {
  if (limit === undefined) return DEFAULT_ENTRIES;
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_ENTRIES)
    throw new UsageError(`--limit takes a whole number from 1 to ${MAX_ENTRIES}`);
  return Number(limit);
}

function entryRow({ at, kind, microCredits, requestId }: LedgerEntry): Row {
  return { at, kind, credits: creditsFromMicroCredits(microCredits), promptLogId: requestId };
}
