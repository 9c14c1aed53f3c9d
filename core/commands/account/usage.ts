import { describeFocus, FOCUS_GROUPS, focusCsv, type FocusTerms } from '../../administration/focus.ts';
import { describeUsage, usageLabels } from '../../administration/usage.ts';
import { decimalText } from '../../billing/amounts.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { LedgerAdmin } from '../../ledger/ledger.ts';
import { USAGE_GROUPS, type UsageGroup, type UsageQuery, type UsageRow } from '../../ledger/usage/usage.ts';
import { readPeriod, type Period } from '../../ledger/usage/usage-period.ts';
import { loadRegistry } from '../../registry/load-registry.ts';
import { csvLine } from '../../text/csv-line.ts';
import { plainJson } from '../../text/plain-json.ts';
import { ArgumentError } from '../../argument-error.ts';
import {
  formatTable,
  defineCommand,
  usageError,
  type Command,
  type Row,
  type CommandArguments,
} from '../command.ts';
import type { CommandTable } from '../command-table.ts';
import { withLedger } from './with-ledger.ts';

const TABLE: CommandTable = {
  command: 'assay usage',
  purpose: 'what was used, what it cost you, and what was billed.',
  forms: [
    {
      inline: '[settings]',
      says: 'by default all accounts, by account, in the present month',
      options: {
        account: { value: 'NAME', says: 'only this account' },
        by: { value: 'account|model|key|day', says: 'a key with its name and its account' },
        month: { value: 'YYYY-MM', says: 'a month in UTC' },
        from: { value: 'DATE', says: 'from this day on, or this moment as ISO 8601' },
        to: { value: 'DATE', says: 'before this day or moment; by default until now' },
        csv: { says: 'print CSV with exact decimals' },
        focus: {
          says: 'print CSV, also without --csv, in the columns of FOCUS 1.2, one row a day, account, key and model; costs in US dollars by ASSAY_CREDITS_PER_USD',
        },
      },
    },
  ],
  notes: `Only settled requests count, by the time of their charge. Calls of judges count as calls. What a charge does not cover
is shown as absorbed: a request's charge pays for its calls in their order.`,
  json: 'print JSON; with --focus an array of rows, with decimals as text',
  examples: [
    'assay usage --account acme --by model --month 2026-11',
    'assay usage --focus --month 2026-11 > focus.csv',
  ],
};

export const usage: Command = defineCommand(TABLE, async (args, environment) => {
  if (args.json && args.flag('csv'))
    throw usageError(TABLE, args.positionals, '--json and --csv exclude each other');
  if (args.flag('focus')) return await printFocus(args, environment);
  const by = groupOf(args.text('by') ?? 'account');
  const period = periodOf(args);
  const accountName = args.text('account');
  const rows = await askLedger(accountName, { by, ...period }, environment);
  process.stdout.write(print(rows, by, period, args));
  return 0;
});

async function askLedger(
  accountName: string | undefined,
  query: Omit<UsageQuery, 'accountId'>,
  environment: Environment,
): Promise<readonly UsageRow[]> {
  return await withLedger(environment, async (ledger) => {
    const accountId = accountName === undefined ? undefined : await idOf(accountName, ledger);
    return await ledger.usage({ accountId, ...query });
  });
}

async function printFocus(args: CommandArguments, environment: Environment): Promise<number> {
  if (args.text('by') !== undefined)
    throw usageError(
      TABLE,
      args.positionals,
      'FOCUS has a row for each day, account, key and model: leave --by out',
    );
  const config = loadConfig(environment);
  const { registry } = await loadRegistry(config);
  const rows = await askLedger(args.text('account'), { ...FOCUS_GROUPS, ...periodOf(args) }, environment);
  const terms: FocusTerms = {
    creditsPerUsd: config.creditsPerUsd,
    publisherOf: (modelId) => registry.find(modelId)?.provider.name,
  };
  if (args.json) process.stdout.write(`${JSON.stringify(describeFocus(rows, terms), undefined, 2)}\n`);
  else process.stdout.write([...focusCsv(rows, terms)].join(''));
  return 0;
}

function groupOf(text: string): UsageGroup {
  const group = USAGE_GROUPS.find((known) => known === text);
  if (group === undefined) throw new ArgumentError(`--by takes one of: ${USAGE_GROUPS.join(', ')}`);
  return group;
}

function periodOf(args: CommandArguments): Period {
  try {
    const [month, from, to] = [args.text('month'), args.text('from'), args.text('to')];
    return readPeriod({ month, from, to }, Date.now());
  } catch (cause) {
    if (cause instanceof LedgerError) throw new ArgumentError(cause.message, { cause });
    throw cause;
  }
}

async function idOf(accountName: string, ledger: LedgerAdmin): Promise<number> {
  const account = (await ledger.listAccounts()).find(({ name }) => name === accountName);
  if (account === undefined) {
    throw new Error(`there is no account ${accountName}; "assay account list" names them all`);
  }
  return account.id;
}

function print(rows: readonly UsageRow[], by: UsageGroup, period: Period, args: CommandArguments): string {
  if (args.flag('csv')) return [HEADINGS(by), ...rows.map((row) => csvCells(row, by))].map(csvLine).join('');
  const report = describeUsage(rows, by, period);
  if (args.json) return `${plainJson(report, 2)}\n`;
  return formatTable([...report.rows, { [by]: 'total', ...report.total }].map((row): Row => ({ ...row })));
}

const HEADINGS = (by: UsageGroup): readonly string[] => [
  by,
  ...(by === 'key' ? ['keyName', 'account'] : []),
  'calls',
  'tokensIn',
  'tokensOut',
  'costUsd',
  'billedCredits',
  'absorbedCredits',
];

function csvCells(row: UsageRow, by: UsageGroup): readonly string[] {
  return [
    ...Object.values(usageLabels(row, by)).map((label) => label ?? ''),
    String(row.calls),
    String(row.tokensIn),
    String(row.tokensOut),
    decimalText(row.costNanoUsd, 9),
    decimalText(row.billedMicroCredits, 6),
    decimalText(row.absorbedMicroCredits, 6),
  ];
}
