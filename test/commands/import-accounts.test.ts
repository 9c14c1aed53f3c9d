import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { exitCodeFor } from '../../core/argument-error.ts';
import { account } from '../../core/commands/account/account.ts';
import { createApiKey } from '../../core/stores/api-key.ts';
import { startTestGateway, type TestGateway } from '../support/gateways/test-gateway.ts';

let gateway: TestGateway;
let file: string;

beforeAll(async () => {
  gateway = await startTestGateway();
  file = join(gateway.folder, 'customers.csv');
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => gateway.stop());

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** As `assay account import` beside the running gateway. @throws what the command throws. */
async function importing(csv: string, ...words: readonly string[]): Promise<Printed> {
  const printed = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      printed[stream] += String(text);
      return true;
    }),
  );
  try {
    writeFileSync(file, csv);
    const environment = { ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}` };
    await account.run(['import', file, ...words], environment);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return printed;
}

type Row = Readonly<Record<string, string>>;
const rowsOf = ({ stdout }: Printed): readonly Row[] => parse(stdout, { columns: true });
const namesIn = async (): Promise<readonly string[]> =>
  (await gateway.admin((ledger) => ledger.listAccounts())).map(({ name }) => name);
const ask = async (key: string, model: string): Promise<number> =>
  (await gateway.post(key, { prompt: 'hi', models: [model] })).status;

it('makes accounts with their keys and limits, prints each key once, and nothing twice', async () => {
  const csv =
    '\uFEFFname,credits,key_name,budget_day,budget_month,models\r\n' +
    '"acme, inc",1000,ci,50,300.5,"gpt-4o, claude-*"\r\n\r\n' +
    'globex,0.5,,,,\r\n';
  const printed = await importing(csv);
  expect(printed.stderr).toBe('2 of 2 accounts were made with a key.\n');
  const [acme = {}, globex = {}] = rowsOf(printed);
  expect(rowsOf(printed)).toMatchObject([
    { account: 'acme, inc', key_name: 'ci', key: expect.stringMatching(`^assay_${acme['prefix']}_`) },
    { account: 'globex', key_name: '', key: expect.stringMatching(`^assay_${globex['prefix']}_`) },
  ]);
  const [listed] = await gateway.admin((ledger) => ledger.listKeys('acme, inc'));
  expect(listed).toMatchObject({
    name: 'ci',
    models: ['gpt-4o', 'claude-*'],
    budgets: { day: 50_000_000, month: 300_500_000 },
  });
  expect(await gateway.admin((ledger) => ledger.findAccount('globex'))).toMatchObject({
    postedMicroCredits: 500_000,
  });
  const key = acme['key'] ?? '';
  expect([await ask(key, 'gpt-4o'), await ask(key, 'gpt-5.4')]).toEqual([200, 403]);

  const again = await importing(`${csv}initech,1,,,,\r\n`);
  expect(rowsOf(again).map((row) => row['account'])).toEqual(['initech']);
  expect(again.stderr).toBe(
    '1 of 3 accounts were made with a key.\n2 are there already and stay as they are: acme, inc, globex\n',
  );
  expect(await gateway.admin((ledger) => ledger.listKeys('globex'))).toHaveLength(1);
  expect(again.stdout).not.toContain(globex['key']);
});

it('goes on where an import broke off between an account and its key', async () => {
  await gateway.admin((ledger) => ledger.createAccount('halfway', 7_000_000));
  const printed = await importing('name,credits\nhalfway,7\n');
  expect(rowsOf(printed)).toMatchObject([{ account: 'halfway' }]);
  expect(await gateway.admin((ledger) => ledger.findAccount('halfway'))).toMatchObject({
    postedMicroCredits: 7_000_000,
  });
  // A key that was revoked is one: somebody has closed this door.
  const { prefix, hash } = createApiKey();
  await gateway.admin((ledger) => ledger.createAccount('closed', 0));
  await gateway.admin((ledger) => ledger.createKey({ accountName: 'closed', prefix, hash }));
  await gateway.admin((ledger) => ledger.revokeKey(prefix));
  expect(rowsOf(await importing('name,credits\nclosed,0\n'))).toEqual([]);
});

it.each([
  ['an amount', 'name,credits\na,1\nb,-1\n', 'customers.csv:3: column credits: "-1" is not an amount'],
  ['a budget', 'name,credits,budget_day\na,1,x\n', ':2: column budget_day: "x" is not an amount'],
  ['a model', 'name,credits,models\na,1,a*b\n', ':2: column models: A key’s models are IDs'],
  ['a name', 'name,credits\n\n"a\tb",1\n', ':3: column name: An account name has 1 to 64'],
  ['an empty cell', 'name,credits\n,1\n', ':2: column name: The cell is empty'],
  ['a name twice', 'name,credits\na,1\nb,1\na,2\n', ':4: column name: The account is in line 2 already'],
  ['a line too short', 'name,credits\na,1\nb\n', ':3: The line is not CSV with the columns of the heading'],
  ['a column', 'name,credits,webhook\na,1,x\n', ':1: column webhook: There is no such column, only name,'],
  ['a column twice', 'name,credits,name\na,1,b\n', ':1: column name: The heading names it twice'],
  ['no column', 'name\na\n', ':1: column credits: The heading has to name this column'],
  ['no heading', '', ':1: column name: The heading has to name this column'],
  ['too many rows', `name,credits\n${'a,1\n'.repeat(10_001)}`, ':10002: A file has at most 10000 accounts'],
  ['too many bytes', ' '.repeat(5_242_881), 'is larger than a file of accounts may be, 5242880 bytes'],
])('makes nothing of a file with %s wrong, and names the place', async (_what, csv, message) => {
  const before = await namesIn();
  const refused: unknown = await importing(csv).catch((error: unknown) => error);
  expect(String(refused)).toContain(message);
  expect(exitCodeFor(refused)).toBe(1);
  expect(await namesIn()).toEqual(before);
});

it('takes no --json', async () => {
  const refused: unknown = await importing('name,credits\na,1\n', '--json').catch((error: unknown) => error);
  expect(exitCodeFor(refused)).toBe(2);
  expect(await namesIn()).not.toContain('a');
});
