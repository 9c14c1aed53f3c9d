import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { beforeAll, expect, it } from 'vitest';
import { exitCodeFor } from '../../core/argument-error.ts';
import { carryOutCommand } from './run-command.ts';
import { createApiKey } from '../../core/stores/api-key.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

let file: string;

const gateway = gatewayOfFile();
beforeAll(async () => {
  file = join(gateway.folder, 'customers.csv');
});

interface Printed {
  readonly stdout: string;
  readonly stderr: string;
}

/** As `assay account import` beside the running gateway. @throws what the command throws. */
async function importing(csv: string, ...words: readonly string[]): Promise<Printed> {
  writeFileSync(file, csv);
  const environment = { ASSAY_DATABASE_URL: `file:${join(gateway.folder, 'assay.db')}` };
  return await carryOutCommand(['account', 'import', file, ...words], environment);
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
  expect(printed.stderr).toBe('2 of 2 keys were made.\n');
  expect(printed.stdout).not.toContain('\r');
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
    '1 of 3 keys were made.\n2 are there already and stay as they are: acme, inc (ci), globex\n',
  );
  expect(await gateway.admin((ledger) => ledger.listKeys('globex'))).toHaveLength(1);
  expect(again.stdout).not.toContain(globex['key']);
});

it('makes several keys of one account, with all that a key can have, and those that are added later', async () => {
  const heading = 'name,credits,key_name,models,requests_per_minute,expires\n';
  const csv = `${heading}team,5,mia,gpt-4o;claude-*,7,2999-01-31\nteam,,jonas,,,\n`;
  const printed = await importing(csv);
  expect(rowsOf(printed)).toMatchObject([
    { account: 'team', key_name: 'mia' },
    { account: 'team', key_name: 'jonas' },
  ]);
  expect(await gateway.admin((ledger) => ledger.listKeys('team'))).toMatchObject([
    {
      name: 'mia',
      models: ['gpt-4o', 'claude-*'],
      requestsPerMinute: 7,
      expires: '2999-01-31T00:00:00.000Z',
    },
    { name: 'jonas', models: null, requestsPerMinute: null, expires: null },
  ]);
  const again = await importing(`${csv}team,5,noor,,,\n`);
  expect(rowsOf(again)).toMatchObject([{ key_name: 'noor' }]);
  expect(again.stderr).toMatch(
    /^1 of 3 keys were made.\n2 are there already .*: team \(mia\), team \(jonas\)\n$/,
  );
  expect(await gateway.admin((ledger) => ledger.findAccount('team'))).toMatchObject({
    postedMicroCredits: 5_000_000,
  });
});

it('names every mistake of a file at once, in its lines', async () => {
  const csv =
    'name,credits,key_name,budget_day,budget_month,models,requests_per_minute,expires\n' +
    'a,1,x,5,4,gtp-4o,0,2001-01-01\na,1,x,,,,,\na,2,y,,,,,\nb,1\nc,1,000,x,,,,,\n';
  const refused: unknown = await importing(csv).catch((error: unknown) => error);
  expect(
    String(refused)
      .split('\n')
      .slice(1)
      .map((line) => line.replace(/^.*customers\.csv:/, '')),
  ).toEqual([
    '2: column budget_day: The budget of a day, 5 credits, is more than the budget of a month, 4: lower the one or raise the other.',
    '2: column requests_per_minute: Requests per minute are at least 1.',
    '2: column expires: 2001-01-01 has passed; name a later day',
    '2: column models: "gtp-4o": there is no such model; did you mean gpt-4o?',
    '3: column key_name: Line 2 makes this key of the account already: give each key a name of its own.',
    '4: column credits: Line 2 has the credits of this account: leave the cell empty.',
    "5: column key_name: The line has 2 of the heading's 8 cells, and no cell here.",
    '6: The line has 9 cells, and the heading has 8: cell 9, "", is one too many. Quote a cell that has a comma in it.',
  ]);
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
  [
    'a name like a prefix',
    'name,credits,key_name\na,1,1a2b3c4d\n',
    'customers.csv:2: column key_name: A key’s name is not of 8 letters',
  ],
  ['an amount', 'name,credits\na,1\nb,-1\n', 'customers.csv:3: column credits: "-1" is not an amount'],
  ['a budget', 'name,credits,budget_day\na,1,x\n', ':2: column budget_day: "x" is not an amount'],
  ['a model', 'name,credits,models\na,1,a*b\n', ':2: column models: A key’s models are IDs'],
  ['a name', 'name,credits\n\n"a\tb",1\n', ':3: column name: An account name has 1 to 64'],
  ['an empty cell', 'name,credits\n,1\n', ':2: column name: The cell is empty'],
  [
    'a name twice',
    'name,credits\na,1\nb,1\na,1\n',
    ':4: column key_name: Line 2 makes this key of the account',
  ],
  [
    'semicolons',
    'name;credits\na;1,5\n',
    ':1: The cells are divided by semicolons: save the file as CSV with commas',
  ],
  ['a quote', 'name,credits\n"a"b,1\n', ':2: The line is not CSV: '],
  [
    'an extra cell',
    'name,credits\na,1\nb,2,oops\n',
    ':3: The line has 3 cells, and the heading has 2: cell 3, "oops"',
  ],
  ['a column', 'name,credits,webhook\na,1,x\n', ':1: column webhook: There is no such column, only name,'],
  ['a column twice', 'name,credits,name\na,1,b\n', ':1: column name: The heading names it twice'],
  ['no column', 'name\na\n', ':1: column credits: The heading has to name this column'],
  ['no heading', '', ':1: column name: The heading has to name this column'],
  ['too many rows', `name,credits\n${'a,1\n'.repeat(10_001)}`, ':10002: A file has at most 10000 rows'],
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
