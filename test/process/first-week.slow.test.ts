import { copyFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GatewayProcess } from '../support/gateways/run-gateway.ts';
import { holdReply } from '../support/servers/hold-reply.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;
let charged = 0;

/** Of two prompts: two models each, and the judge's runs on their one pair. */
const CALLS = 12;
const BODY = { prompt: 'hi', models: ['gpt-4o', 'gpt-5.4'], judges: ['grok-4.5'] };

beforeAll(async () => {
  scene = await startScene();
  gateway = await scene.start();
  key = await scene.account('acme', 5_000);
  for (let sent = 0; sent < 2; sent += 1)
    charged += (await postPrompt(gateway.url, key, BODY)).body.creditsUsed;
});
afterAll(() => scene.stop());

async function json<T>(...words: readonly string[]): Promise<T> {
  const { code, stdout, stderr } = await scene.assay([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout) as T;
}

async function get(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const reply = await fetch(`${gateway.url}${path}`, { headers: { authorization: `Bearer ${key}` } });
  const text = await reply.text();
  holdReply(reply, { method: 'GET', path: path.split('?')[0] ?? '', text });
  return { status: reply.status, body: JSON.parse(text) };
}

const micro = (credits: number): number => Math.round(credits * 1e6);

describe('accounts and keys', () => {
  it('suspend and resume with the next request', async () => {
    await json('account', 'suspend', 'acme');
    const refused = await postPrompt(gateway.url, key, BODY);
    expect([refused.status, JSON.parse(refused.text).type]).toEqual([
      403,
      'urn:assay:problem:account-suspended',
    ]);
    expect((await get('/api/v1/balance')).status).toBe(403);
    await json('account', 'resume', 'acme');
    expect((await get('/api/v1/balance')).status).toBe(200);
  });

  it('list a key with its name, expiry, use and account', async () => {
    const words = ['key', 'create', 'acme', '--name', 'ci', '--expires', '2099-01-31'];
    const newKey = await json<{ prefix: string; key: string }>(...words);
    const [first, second] = await json<readonly Record<string, unknown>[]>('key', 'list');
    expect(first).toMatchObject({ name: null, account: 'acme', lastUsed: expect.any(String), expires: null });
    expect(second).toMatchObject({
      name: 'ci',
      prefix: newKey.prefix,
      account: 'acme',
      lastUsed: null,
      expires: '2099-01-31T00:00:00.000Z',
    });
    expect(JSON.stringify(await json('key', 'list', 'acme'))).not.toContain(newKey.key);
  });

  it.each([
    [['key', 'create', 'acme', '--expires', '2020-01-31'], 'has passed'],
    [['key', 'create', 'acme', '--expires', '31.1.2027'], 'such as 2027-01-31'],
    [['key', 'list', 'acme', '--name', 'x'], 'There is no option --name here'],
    [['account', 'credit', 'acme', '-0'], 'a negative one takes credits back'],
    [['account', 'credit', 'acme', '5', '--note', ''], '1 to 200 characters'],
    [['usage', '--by', 'colour'], 'account, model, key or day'],
    [['usage', '--month', '2026-13'], 'written as 2026-11'],
    [['usage', '--month', '2026-11', '--from', '2026-11-01'], 'either month, or from and to'],
    [['usage', '--from', '2026-11-02', '--to', '2026-11-01'], 'ends before it begins'],
  ])('refuse %j', async (words, message) => {
    const { code, stdout, stderr } = await scene.assay(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('take credits back with a note, and never below zero', async () => {
    await scene.account('small', 10);
    await json('account', 'credit', 'small', '-2.5', '--note', 'booked twice');
    expect(await scene.balance('small')).toEqual({ credits: 7.5, reserved: 0 });
    const { code, stderr } = await scene.assay(['account', 'credit', 'small', '-7.500001']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Only 7.5 credits')]);
    const [correction] = await json<readonly unknown[]>('ledger', 'history', 'small', '--limit', '1');
    expect(correction).toMatchObject({ kind: 'correction', credits: -2.5, note: 'booked twice' });
  });
});

describe('usage', () => {
  it.each(['account', 'model', 'key', 'day'])('by %s adds up to what was charged', async (by) => {
    const report = await json<{ total: { billedCredits: number; calls: number } }>('usage', '--by', by);
    expect(micro(report.total.billedCredits)).toBe(micro(charged));
    expect(report.total.calls).toBe(CALLS);
    const { stdout } = await scene.assay(['usage', '--by', by, '--account', 'acme', '--csv']);
    const [headings, ...lines] = stdout.trimEnd().split('\n');
    const names = by === 'key' ? 'key,keyName,account' : by;
    expect(headings).toBe(`${names},calls,tokensIn,tokensOut,costUsd,billedCredits,absorbedCredits`);
    const billed = lines.map((line) => Number(line.split(',').at(-2)?.replace('.', '')));
    expect(billed.reduce((sum, one) => sum + one, 0)).toBe(micro(charged));
  });

  it.each(['day', 'model', 'key'])('of the caller’s own account by %s is at /api/v1/usage', async (by) => {
    const { status, body } = await get(`/api/v1/usage?by=${by}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ by, total: { calls: CALLS, creditsUsed: micro(charged) / 1e6 } });
  });

  it.each([
    ['by=account', '/by'],
    ['by=day&by=key', '/by'],
    ['month=11-2026', '/month'],
    ['month=0099-01', '/month'],
    ['from=2026-02-31', '/from'],
    ['from=2026-11-02&to=2026-11-01', '/from'],
    ['from=2020-01-01&to=2026-01-01', '/from'],
    ['group=day', '/group'],
  ])('refuses ?%s', async (query, pointer) => {
    const { status, body } = await get(`/api/v1/usage?${query}`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ errors: [{ pointer }] });
  });
});

describe('assay ledger backup', () => {
  it('beside a running gateway makes a file that takes the place of the original', async () => {
    const file = join(scene.folder, 'backup.db');
    const running = postPrompt(gateway.url, key, BODY);
    const { code, stdout, stderr } = await scene.assay(['ledger', 'backup', file]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`\nNext: ASSAY_DATABASE_URL='file:${file}' assay ledger check\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await running;
    const again = await scene.assay(['ledger', 'backup', file]);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('exists already')]);
    const nowhere = await scene.assay(['ledger', 'backup', join(scene.folder, 'nowhere', 'backup.db')]);
    expect([nowhere.code, nowhere.stderr]).toEqual([
      1,
      `assay ledger backup: ${join(scene.folder, 'nowhere')} does not exist. Make the folder first.\n`,
    ]);

    await postPrompt(gateway.url, key, BODY);
    gateway.signal('SIGTERM');
    await gateway.exited;
    for (const ending of ['', '-wal', '-shm'])
      await rm(join(scene.data, `assay.db${ending}`), { force: true });
    await copyFile(file, join(scene.data, 'assay.db'));
    expect(await json('ledger', 'check')).toMatchObject({ clean: true });
    gateway = await scene.start();
    expect((await postPrompt(gateway.url, key, BODY)).status).toBe(200);
    expect(await json('ledger', 'check')).toMatchObject({ clean: true });
  });

  it('names pg_dump for PostgreSQL', async () => {
    const refused = await scene.assay(['ledger', 'backup', 'assay.dump'], {
      ASSAY_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    });
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('pg_dump --format=custom --schema=assay'),
    ]);
  });
});
