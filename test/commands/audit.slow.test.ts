import { readdirSync, readFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUDIT } from '../../core/commands/tables/books-tables.ts';
import { parseAdminToken, parseApiKey } from '../../core/stores/api-key.ts';
import { runCommand, type Finished } from './run-command.ts';
import { temporaryPlace, type TemporaryPlace } from '../ledger/temporary-ledger.ts';

let place: TemporaryPlace;
beforeEach(() => {
  place = temporaryPlace();
});
afterEach(() => {
  vi.restoreAllMocks();
  place.remove();
});

async function assay(line: string): Promise<Finished> {
  return await runCommand(line.split(' '), { ASSAY_DATABASE_URL: `file:${place.path}` });
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read fields of what they test
async function json(line: string): Promise<any> {
  const { code, stdout, stderr } = await assay(`${line} --json`);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Everything the ledger has on disk, its log included. */
function onDisk(): string {
  const folder = dirname(place.path);
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n');
}

describe('assay audit', () => {
  it('tells a day of an operator: every change, by whom, and no secret, also not on disk', async () => {
    await json('account create acme --credits 100');
    await json('account credit acme 12.5 --note invoice-17');
    await json('account credit acme -2.5');
    const createdKey = await json('key create acme --name ci');
    await json('account set acme --markup 1.2 --holds worst');
    const { webhookSecret } = await json('account set acme --webhook https://r.example/x?token=hidden-query');
    await json(`key revoke ${createdKey.prefix}`);
    await json('account suspend acme');
    await json('account resume acme');
    const { token, prefix } = await json('admin-token create billing --scope write');
    await json('admin-token revoke billing');
    await assay('account create acme');
    const entries = (await json('audit')).toReversed();
    expect(entries.map(({ action }: { readonly action: string }) => action)).toEqual([
      'account.create',
      'account.credit',
      'account.correct',
      'key.create',
      'account.set',
      'webhook.set',
      'key.revoke',
      'account.suspend',
      'account.resume',
      'admin-token.create',
      'admin-token.revoke',
    ]);
    for (const { action } of entries) expect(AUDIT.notes).toMatch(new RegExp(`[ ,]${action}[,.]`));
    expect(entries[1]).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      via: 'command',
      actor: userInfo().username,
      origin: hostname(),
      action: 'account.credit',
      subject: 'acme',
      detail: { microCredits: 12_500_000, note: 'invoice-17' },
    });
    const { stdout } = await assay('audit --limit 3');
    expect(stdout.split('\n')).toHaveLength(5);
    const disk = onDisk();
    expect(disk).toContain(prefix);
    expect(parseAdminToken(token)?.prefix).toBe(prefix);
    for (const secret of [token, createdKey.key]) {
      expect(disk).not.toContain(secret);
      expect(disk).not.toContain(secret.split('_').at(-2));
    }
    for (const secret of [token, createdKey.key, webhookSecret, 'hidden-query'])
      expect(JSON.stringify(entries)).not.toContain(secret);
  });

  it('lists the changes of an account, a person or a kind', async () => {
    await json('account create acme');
    await json('account create other');
    const { prefix } = await json('key create acme --name ci');
    await json('account set acme --markup 1.2');
    await json('account set acme --markup 1.5 --budget-day 80');
    await json('account set other --markup 3 --cache on');
    await json(`key set ${prefix} --budget-day 5`);
    await json(`key set ${prefix} --budget-day none`);
    const actionsOf = async (line: string): Promise<readonly string[]> =>
      (await json(line)).map(({ action }: { readonly action: string }) => action);
    expect(await actionsOf('audit --account acme')).toEqual([
      'key.set',
      'key.set',
      'account.set',
      'account.set',
      'key.create',
      'account.create',
    ]);
    expect(await actionsOf('audit --action key --limit 2')).toEqual(['key.set', 'key.set']);
    expect(await actionsOf('audit --action account.create')).toHaveLength(2);
    expect(await actionsOf(`audit --actor ${userInfo().username}`)).toHaveLength(8);
    expect(await actionsOf('audit --actor nobody-else')).toEqual([]);
    const { stdout } = await assay('audit --account acme');
    expect(stdout).toContain('  budget day none\n');
    expect((await assay('audit --account other')).stdout).toContain('cache on');
    expect(stdout).toContain('  markup 1.5; budget day 80.00\n');
    expect((await assay('audit --action budget')).stdout).toBe(
      'No such change was found. "assay audit --help" lists the actions.\n',
    );
    expect((await assay('audit --account acm')).stderr).toContain('Did you mean "acme"?');
    expect((await assay('key set cii --budget-day 5')).stderr).toContain('Did you mean "ci"?');
  });

  it('lists a period, and says which arguments are wrong', async () => {
    await json('account create acme');
    expect(await json('audit --from 2020-01-01 --to 2021-01-01')).toEqual([]);
    expect(await json('audit --from 2020-01-01T00:00:00Z')).toHaveLength(1);
    for (const line of ['audit --from yesterday', 'audit --limit 0', 'audit --limit 10001', 'audit acme'])
      expect((await assay(line)).code).toBe(2);
    expect((await assay('audit --from 2026-02-31')).stderr).toContain('--from takes a date such as');
  });
});

describe('assay admin-token', () => {
  it('shows a token once, that is no API key, and never makes two of one name', async () => {
    const { token, scope } = await json('admin-token create reporting --scope read');
    expect(token).toMatch(/^assay_admin_[0-9A-Za-z]{8}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}$/);
    expect([scope, parseApiKey(token)]).toEqual(['read', undefined]);
    expect(parseAdminToken(`${token.slice(0, -1)}!`)).toBeUndefined();
    expect((await assay('admin-token create reporting --scope read')).stderr).toContain(
      'Choose another name',
    );
    const tokenList = await assay('admin-token list --json');
    expect(JSON.parse(tokenList.stdout)).toMatchObject([{ name: 'reporting', scope: 'read', revoked: null }]);
    expect(tokenList.stdout).not.toContain(token);
    await json('admin-token revoke reporting');
    expect((await assay('admin-token revoke reporting')).stderr).toContain('No active admin token');
    expect((await assay('admin-token create reporting --scope write')).code).toBe(1);
  });

  it('says which arguments are wrong', async () => {
    for (const line of ['admin-token create x', 'admin-token create x --scope all', 'admin-token'])
      expect((await assay(line)).code).toBe(2);
    expect((await assay('admin-token revoke nobody --scope read')).code).toBe(2);
    expect((await assay('admin-token revoke nobody')).stderr).toContain('assay account create');
  });
});
