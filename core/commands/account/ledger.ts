import { describeEntry } from '../../administration/accounts.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { ArgumentError } from '../../argument-error.ts';
import { quoteForShell } from '../../client/curl-line.ts';
import { migrateLedger } from '../../ledger/open-ledger.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatTable, print, printRows } from '../print.ts';
import { requireFile, withAccount, withLedger } from './with-ledger.ts';

export async function checkLedger(args: CommandArguments, environment: Environment): Promise<number> {
  const problems = await withLedger(environment, (ledger) => ledger.check());
  const clean = problems.length === 0;
  // Its detail gives the next step.
  const isDamaged = problems.some(({ invariant }) => invariant === 'file-is-intact');
  const rows = problems.map((problem) => ({ ...problem }));
  print(
    args,
    { clean, problems },
    clean
      ? 'The ledger is clean: every invariant holds.\n'
      : formatTable(rows, true) + (isDamaged ? '' : '\nNext: stop the gateways, and restore a backup.\n'),
  );
  return clean ? 0 : 1;
}

export async function backUpLedger(args: CommandArguments, environment: Environment): Promise<void> {
  const [file = ''] = args.positionals;
  if (loadConfig(environment).database.kind === 'postgres')
    throw new ArgumentError(
      `PostgreSQL makes its own backups: pg_dump --format=custom --schema=assay --file=${file} "$ASSAY_DATABASE_URL"`,
    );
  await withLedger(environment, (ledger) => ledger.backup(file));
  print(
    args,
    { file },
    `The ledger is copied to ${file}, which only you can read.\nNext: ASSAY_DATABASE_URL=${quoteForShell(`file:${file}`)} assay ledger check\n`,
  );
}

export async function migrate(args: CommandArguments, environment: Environment): Promise<void> {
  const { database } = loadConfig(environment);
  requireFile(database);
  const { from, to } = await migrateLedger(database);
  const text =
    from === to
      ? `The ledger has schema version ${to}, which this program needs. Nothing was changed.\n`
      : `The ledger had ${from === null ? 'no tables' : `schema version ${from}`} and now has schema version ${to}. Run \`assay ledger check\`, then start the gateways.\n`;
  print(args, { from, to }, text);
}

export async function listEntries(args: CommandArguments, environment: Environment): Promise<void> {
  const [accountName = ''] = args.positionals;
  const maxEntries = args.integer('limit') ?? 0;
  const history = await withAccount(environment, accountName, ({ ledger }) =>
    ledger.history(accountName, maxEntries),
  );
  const entries = history.map(describeEntry);
  const rows = entries.map(({ at, kind, credits, note, ...others }) => ({
    at: { at },
    kind,
    credits,
    note: { sentence: note },
    ...others,
  }));
  printRows(args, entries, rows, 'The account has no entries.');
}
