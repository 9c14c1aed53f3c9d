import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { carryOutCommand } from './run-command.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

/** As the specification lists them for version 1.2. */
const MANDATORY =
  `BilledCost BillingAccountId BillingAccountName BillingCurrency BillingPeriodEnd BillingPeriodStart
  ChargeCategory ChargeClass ChargeDescription ChargePeriodEnd ChargePeriodStart ContractedCost EffectiveCost
  InvoiceIssuerName ListCost PricingQuantity PricingUnit ProviderName PublisherName ServiceCategory ServiceName`.split(
    /\s+/,
  );

const gateway = gatewayOfFile();
const account = accountOfFile(gateway, 1_000);
beforeAll(async () => {
  for (const models of [['gpt-4o', 'claude-haiku-4-5'], ['gpt-4o']])
    expect((await gateway.post(account.key, { prompt: 'How far is the moon?', models })).status).toBe(200);
});

const focus = (...words: readonly string[]): Promise<string> => report('--focus', ...words);

/** What `assay usage` prints of the account. */
async function report(...words: readonly string[]): Promise<string> {
  const { code, stdout } = await carryOutCommand(['usage', '--account', account.name, ...words], {
    ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}`,
    ASSAY_CACHE: join(gateway.folder, 'cache'),
  });
  expect(code).toBe(0);
  return stdout;
}

/** At 100 credits a dollar. */
const microCredits = (usd: string): bigint => {
  const [whole = '', fraction = ''] = usd.split('.');
  return BigInt(whole + fraction.padEnd(8, '0'));
};

it('assay usage --focus has every mandatory column, and costs that add up to the charges', async () => {
  const csv = await focus();
  const rows: readonly Readonly<Record<string, string>>[] = parse(csv, { columns: true });
  expect(csv.split('\n')[0]?.split(',')).toEqual(expect.arrayContaining(MANDATORY));
  const charges = (await gateway.admin((ledger) => ledger.history(account.name, 100))).filter(
    ({ kind }) => kind === 'charge',
  );
  const chargedMicroCredits = charges.reduce((total, { microCredits: each }) => total + each, 0);
  const billedMicroCredits = rows.reduce((total, row) => total + microCredits(row['BilledCost'] ?? ''), 0n);
  expect([chargedMicroCredits > 0, billedMicroCredits]).toEqual([true, BigInt(chargedMicroCredits)]);
  const bySku = new Map(rows.map((row) => [row['SkuId'], [row['PublisherName'], row['x_Calls']]]));
  expect(Object.fromEntries(bySku)).toEqual({
    'claude-haiku-4-5': ['Anthropic', '1'],
    'gpt-4o': ['OpenAI', '2'],
  });
  expect(rows).toHaveLength(2);
  const day = new Date(charges[0]?.at ?? '').toISOString().slice(0, 10);
  for (const row of rows) {
    expect(row).toMatchObject({
      BillingAccountId: account.name,
      BillingCurrency: 'USD',
      BillingPeriodStart: `${day.slice(0, 7)}-01T00:00:00Z`,
      ChargeCategory: 'Usage',
      ChargePeriodStart: `${day}T00:00:00Z`,
      ServiceCategory: 'AI and Machine Learning',
      SubAccountId: account.prefix,
    });
    const span = (name: string): number =>
      Date.parse(row[`${name}PeriodEnd`] ?? '') - Date.parse(row[`${name}PeriodStart`] ?? '');
    expect(span('Charge')).toBe(86_400_000);
    expect([28, 29, 30, 31]).toContain(span('Billing') / 86_400_000);
    // Never with an exponent.
    for (const column of ['BilledCost', 'ListCost', 'x_BilledCredits', 'x_ProviderCostUsd'])
      expect(row[column]).toMatch(/^\d+\.\d+$/);
  }
});

it('assay usage --focus --json has the same rows, with null for what CSV leaves empty', async () => {
  const [rows, json] = [
    parse(await focus(), { columns: true }) as object[],
    JSON.parse(await focus('--json')),
  ];
  const jsonRows = json.map((row: Readonly<Record<string, string | null>>) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, value ?? ''])),
  );
  expect(jsonRows).toEqual(rows);
  expect(json[0]).toMatchObject({ ChargeClass: null, RegionId: null });
});

it('assay usage names keys and their accounts, in FOCUS and by key', async () => {
  const [{ prefix, name }] = [account];
  const subAccount = async (): Promise<unknown> => JSON.parse(await focus('--json'))[0];
  expect(await subAccount()).toMatchObject({ SubAccountId: prefix, SubAccountName: prefix });
  await gateway.admin((ledger) => ledger.changeKey(prefix, { name: 'front, end' }));
  expect(await subAccount()).toMatchObject({ SubAccountName: 'front, end', BillingAccountName: name });
  const figures = { calls: 3, tokensIn: expect.any(Number) };
  expect(JSON.parse(await report('--by', 'key', '--json'))).toMatchObject({
    rows: [{ key: prefix, keyName: 'front, end', account: name, ...figures }],
    total: figures,
  });
  expect(parse(await report('--by', 'key', '--csv'), { columns: true })).toMatchObject([
    { key: prefix, keyName: 'front, end', account: name, calls: '3' },
  ]);
  const [headings, row, total] = (await report('--by', 'key')).split('\n');
  expect(headings).toMatch(/^key +key name +account +billed credits +cost USD$/);
  expect(row).toMatch(new RegExp(`^${prefix} +front, end +${name} +[\\d.]+ +[\\d.]+$`));
  expect(total).toMatch(/^total +- +- +[\d.]+ +[\d.]+$/);
});

it('assay usage --focus takes no --by, and --csv beside it says only what it is', async () => {
  await expect(carryOutCommand(['usage', '--focus', '--by', 'model'], {})).rejects.toThrow(/leave --by out/);
  expect(await focus('--csv')).toBe(await focus());
});
