import { describeEntry } from '../../administration/accounts.ts';
import { ArgumentError } from '../../argument-error.ts';
import { print, defineCommand, type Command } from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { withLedger } from './with-ledger.ts';
import { loadConfig, type Environment } from '../../config.ts';

const DEFAULT_ENTRIES = 50;
const MAX_ENTRIES = 10_000;

const TABLE: CommandTable = {
  command: 'assay ledger',
  purpose: 'prove the books, and read them.',
  forms: [
    { verb: 'check', says: 'every invariant in one read transaction; exit code 1 where one fails' },
    {
      verb: 'backup',
      words: ['FILE'],
      says: 'copy the whole ledger beside a running gateway; FILE must not exist yet',
    },
    {
      verb: 'history',
      words: ['ACCOUNT'],
      inline: '[--limit N]',
      says: `its entries, the newest first; default ${DEFAULT_ENTRIES}, at most ${MAX_ENTRIES}`,
      options: { limit: { value: 'N' } },
    },
  ],
  notes: `A correction is shown as it was given, with a minus. The balance is the sum of grants and corrections less every charge.
What the operator bears of calls is an entry of kind absorbed, which no balance pays.

The backup is as of one moment and takes the place of the original: stop the gateway, remove the old file with its -wal
and -shm, put the backup in its place, and run "assay ledger check". A plain copy of a file in use is not a backup.`,
  examples: [
    'assay ledger check',
    'assay ledger backup /var/backups/assay-2026-11-22.db',
    'assay ledger history acme --limit 20',
  ],
};

export const ledger: Command = defineCommand(TABLE, async (args, environment) => {
  const [verb, accountName] = args.positionals;
  if (accountName === undefined) return check(environment, args.json);
  if (verb === 'backup') return backup(environment, accountName, args.json);
  const maxEntries = entriesOf(args.text('limit'));
  const entries = await withLedger(environment, (opened) => opened.history(accountName, maxEntries));
  const shown = entries.map(describeEntry);
  print(
    shown,
    shown.map((entry) => ({ ...entry })),
    args.json,
  );
  return 0;
});

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

async function backup(environment: Environment, file: string, json: boolean): Promise<number> {
  if (loadConfig(environment).database.kind === 'postgres') {
    throw new ArgumentError(
      `PostgreSQL makes its own backups: pg_dump --format=custom --schema=assay --file=${file} "$ASSAY_DATABASE_URL"`,
    );
  }
  await withLedger(environment, (opened) => opened.backup(file));
  if (json) print({ file }, [], true);
  else process.stdout.write(`The ledger is copied to ${file}, which only you can read.\n`);
  return 0;
}

function entriesOf(limit: string | undefined): number {
  if (limit === undefined) return DEFAULT_ENTRIES;
  if (!/^\d{1,5}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_ENTRIES)
    throw new ArgumentError(`--limit takes a whole number from 1 to ${MAX_ENTRIES}`);
  return Number(limit);
}
