import { FOCUS_GROUPS, focusCsv, focusRow, type FocusOptions } from '../../administration/focus.ts';
import { describeUsage, usageLabels } from '../../administration/usage.ts';
import { decimalText } from '../../billing/amounts.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { type Period, readPeriod } from '../../ledger/usage/usage-period.ts';
import { USAGE_GROUPS, type UsageGroup, type UsageQuery, type UsageRow } from '../../ledger/usage/usage.ts';
import { csvLine } from '../../text/csv-line.ts';
import { plainJson } from '../../text/plain-json.ts';
import { ArgumentError } from '../../argument-error.ts';
import type { CommandArguments } from '../command-table.ts';
import { formatTable } from '../print.ts';
import { readArgument } from '../read-argument.ts';
import { withAccount, withLedger } from './with-ledger.ts';

export async function reportUsage(args: CommandArguments, environment: Environment): Promise<void> {
  if (args.json && args.flag('csv')) throw new ArgumentError('--json and --csv exclude each other.');
  if (args.flag('focus')) return await printFocus(args, environment);
  const by = USAGE_GROUPS.find((group) => group === args.text('by')) ?? 'account';
  const period = periodOf(args);
  const rows = await askLedger(args.text('account'), { by, ...period }, environment);
  process.stdout.write(report(rows, by, period, args));
}

async function askLedger(
  accountName: string | undefined,
  query: Omit<UsageQuery, 'accountId'>,
  environment: Environment,
): Promise<readonly UsageRow[]> {
  if (accountName === undefined)
    return await withLedger(environment, (ledger) => ledger.usage({ accountId: undefined, ...query }));
  return await withAccount(environment, accountName, async ({ ledger }) => {
    const account = (await ledger.listAccounts()).find(({ name }) => name === accountName);
    if (account === undefined) throw new LedgerError('account-unknown', 'There is no such account.');
    return await ledger.usage({ accountId: account.id, ...query });
  });
}

async function printFocus(args: CommandArguments, environment: Environment): Promise<void> {
  if (args.text('by') !== undefined)
    throw new ArgumentError('FOCUS has a row for each day, account, key and model: leave --by out.');
  const config = loadConfig(environment);
  const { loadRegistry } = await import('../../registry/load-registry.ts');
  const { registry } = await loadRegistry(config);
  const rows = await askLedger(args.text('account'), { ...FOCUS_GROUPS, ...periodOf(args) }, environment);
  const options: FocusOptions = {
    creditsPerUsd: config.creditsPerUsd,
    publisherOf: (modelId) => registry.find(modelId)?.provider.name,
  };
  const focusRows = rows.map((row) => focusRow(row, options));
  if (args.json) process.stdout.write(`${JSON.stringify(focusRows, undefined, 2)}\n`);
  else process.stdout.write([...focusCsv(rows, options)].join(''));
}

function periodOf(args: CommandArguments): Period {
  const [month, from, to] = [args.text('month'), args.text('from'), args.text('to')];
  return readArgument(() => readPeriod({ month, from, to }, Date.now()));
}

function report(rows: readonly UsageRow[], by: UsageGroup, period: Period, args: CommandArguments): string {
  if (args.flag('csv')) return [HEADINGS(by), ...rows.map((row) => csvCells(row, by))].map(csvLine).join('');
  const usage = describeUsage(rows, by, period);
  if (args.json) return `${plainJson(usage, 2)}\n`;
  const lines = [...usage.rows, { [by]: 'total', ...usage.total }];
  return formatTable(
    lines.map(({ calls, tokensIn, tokensOut, costUsd, billedCredits, absorbedCredits, ...labels }) => ({
      ...labels,
      billedCredits,
      costUsd,
      calls,
      tokens: `${tokensIn} / ${tokensOut}`,
      absorbedCredits,
    })),
    args.flag('wide'),
  );
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
