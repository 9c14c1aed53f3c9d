import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { runCommand } from '../../commands/run-command.ts';
import { datedManifests } from '../../support/gateways/adjusted-manifests.ts';
import { runAssay } from '../../support/gateways/run-assay.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { postPrompt } from '../post-prompt.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { MODEL_COUNT } from '../../support/model-count.ts';

let scene: ProcessScene;
let gateway: GatewayProcess;

beforeAll(async () => {
  scene = await startScene({
    reply: () => ({ content: 'ok', usage: { inputTokens: 1_000, outputTokens: 100 } }),
  });
  gateway = await scene.start();
});
afterAll(() => scene.stop());

async function json(words: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await scene.assay([...words, '--json']);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

describe('the help of assay', () => {
  it('is printed where no command is named, and by help', async () => {
    const { code, stdout } = await scene.assay([]);
    expect(code).toBe(0);
    expect(stdout).toContain('Usage: assay COMMAND [options]\n\nFirst steps\n');
    expect((await scene.assay(['help'])).stdout).toBe(stdout);
  });
});

it('assay --version prints the version and nothing else', async () => {
  const { code, stdout, stderr } = await runAssay(['--version'], scene.environment);
  expect([code, stdout, stderr]).toEqual([0, `${packageJson.version}\n`, '']);
});

describe('words that fit nothing', () => {
  it.each<[readonly string[], RegExp]>([
    [['account', 'credit', 'nobody', '5'], /nobody/],
    [['key', 'create', 'nobody'], /nobody/],
    [['key', 'revoke', 'zzzzzzzz'], /No active key has this prefix or name/],
    [['key', 'revoke', 'assay_zzzzzzzz'], /No active key has this prefix or name/],
    [['ledger', 'history', 'nobody'], /nobody/],
  ])('%j fail with exit code 1, and say why', async (words, message) => {
    const { code, stdout, stderr } = await runCommand(words, scene.environment);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^assay/);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('change nothing', async () => {
    expect(await json(['account', 'list'])).toEqual([]);
  });

  it.each(['account list', 'models'])('a bad variable stops %s with its name', async (name) => {
    const { code, stderr } = await scene.assay(name.split(' '), { ASSAY_MAX_MODELS: 'many' });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`^assay ${name}: ASSAY_MAX_MODELS must be [^\\n]+\\n$`));
  });
});

describe('the life of an account and a key', () => {
  it('is told as JSON, beside a running gateway', async () => {
    const created = await json(['account', 'create', 'acme', '--credits', '50.5']);
    expect(created).toEqual({
      name: 'acme',
      requestsPerMinute: 600,
      requestsInFlight: 100,
      zeroDataRetention: false,
      cache: false,
      holds: 'likely',
      markup: 1,
      credits: 50.5,
      reserved: 0,
    });
    const newKey = (await json(['key', 'create', 'acme'])) as {
      key: string;
      prefix: string;
      account: string;
    };
    expect(newKey).toEqual({
      account: 'acme',
      prefix: expect.stringMatching(/^[0-9A-Za-z]{8}$/),
      key: expect.stringMatching(/^assay_[0-9A-Za-z_]+$/),
    });

    const body = { prompt: 'hi', models: ['gpt-4o'] };
    const reply = await postPrompt(gateway.url, newKey.key, body);
    expect(reply.status).toBe(200);
    // 1,000 tokens at 2.50 and 100 at 10.00 USD per million are 0.35 cents.
    expect(reply.body.creditsUsed).toBe(0.35);
    expect(await scene.balance('acme')).toEqual({ credits: 50.15, reserved: 0 });

    expect(await json(['account', 'credit', 'acme', '9.85'])).toEqual({
      name: 'acme',
      credits: 60,
      reserved: 0,
    });
    expect(
      await json(['account', 'set', 'acme', '--markup', '1.25', '--requests-in-flight', '7']),
    ).toMatchObject({ markup: 1.25, requestsInFlight: 7, requestsPerMinute: 600 });
    expect((await postPrompt(gateway.url, newKey.key, body)).body.creditsUsed).toBe(0.4375);

    expect(await json(['key', 'revoke', newKey.prefix])).toEqual({ prefix: newKey.prefix, revoked: true });
    expect((await postPrompt(gateway.url, newKey.key, body)).status).toBe(401);
    expect((await scene.assay(['key', 'revoke', newKey.prefix])).code).toBe(1);
    expect(await json(['ledger', 'check'])).toEqual({ clean: true, problems: [] });
  });

  it('is told in sentences and tables, with the next step', async () => {
    const created = await scene.assay(['account', 'create', 'bravo', '--credits', '7']);
    expect(created.stdout).toBe('Made account bravo with 7.00 credits.\nNext: assay key create bravo\n');
    const key = await scene.assay(['key', 'create', 'bravo', '--name', 'ci']);
    expect(key.stdout).toMatch(
      /^account {2}bravo\nprefix {3}\S{8}\nname {5}ci\nkey {6}assay_\S+\n\nThe key is shown this once: keep it now\.\nNext: assay serve, then assay login, /,
    );
    const credit = await scene.assay(['account', 'credit', 'bravo', '0.5']);
    expect(credit.stdout).toMatch(/^Gave bravo 0\.50 credits\.\n/);
    const debit = await scene.assay(['account', 'credit', 'bravo', '-0.5']);
    expect(debit.stdout).toMatch(/^Took 0\.50 credits back from bravo\.\n/);
    const list = await scene.assay(['account', 'list']);
    expect(list.stdout).toMatch(/^name +credits +reserved +budget left +state\n/);
    expect(list.stdout).toMatch(/^bravo +7 +0 +- +active$/m);
    const wide = await scene.assay(['account', 'list', '--wide']);
    expect(wide.stdout).toMatch(
      /^bravo +7 +0 +- +active +\d+ +600 +100 +likely +1 +- +- +- +- +- +off +off$/m,
    );
    const limited = await scene.assay([
      'account',
      'set',
      'bravo',
      '--budget-day',
      '0',
      '--budget-month',
      '30',
    ]);
    expect(limited.stdout).toMatch(/^budget left +0 \(day\)$/m);
    expect((await scene.assay(['account', 'show', 'bravo'])).stdout).toBe(limited.stdout);
    const changed = await json(['account', 'set', 'bravo', '--requests-per-minute', '30']);
    expect(changed).toMatchObject({ requestsPerMinute: 30, budgetDay: 0, budgetMonth: 30 });
    const keys = await scene.assay(['key', 'list', 'bravo']);
    expect(keys.stdout).toMatch(/^prefix +account +state +last used +name\n\S{8} +bravo +active +- +ci\n$/);
    expect((await scene.assay(['key', 'list', 'bravo', '--wide'])).stdout).toMatch(/ \d{4}-\d\d-\d\dT\S+Z /);
    expect((await scene.assay(['ledger', 'check'])).stdout).toBe(
      'The ledger is clean: every invariant holds.\n',
    );
  });

  it('refuses a name twice', async () => {
    const { code, stderr } = await scene.assay(['account', 'create', 'bravo']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/bravo/);
  });
});

describe('a ledger that is not there', () => {
  it.each([
    ['ledger', 'check'],
    ['account', 'list'],
    ['key', 'create', 'acme'],
    ['ledger', 'history', 'acme'],
  ])('is not made by %s %s, and not called clean', async (...words) => {
    const path = join(tmpdir(), 'assay-mistyped', `${process.pid}.db`);
    const environment = { ...scene.environment, ASSAY_DATABASE_URL: `file:${path}` };
    const finished = await runCommand(words, environment);
    expect(finished).toMatchObject({ code: 1, stdout: '' });
    expect(finished.stderr).toContain(path);
    expect(finished.stderr).toContain('ASSAY_DATABASE_URL');
    expect(existsSync(path)).toBe(false);
  });
});

describe('assay model list and assay check', () => {
  it('list every model, or one group', async () => {
    const all = (await json(['models'])) as readonly { group: string; configured: boolean }[];
    expect(all).toHaveLength(MODEL_COUNT);
    expect(all.every(({ configured }) => configured)).toBe(true);
    const legacy = (await json(['models', '--group', 'legacy'])) as readonly { group: string }[];
    expect(legacy.map(({ group }) => group)).toEqual(Array.from({ length: 14 }, () => 'legacy'));
    const { stdout } = await scene.assay(['models', '--group', 'fast']);
    expect(stdout.trim().split('\n')).toHaveLength(20);
  });

  it('list the models that are shut down, the next one first', async () => {
    const manifests = datedManifests({
      'gpt-5.2': ['shutdown: 2091-01-02'],
      'gpt-5.4-mini': ['shutdown: 2091-01-01', 'successor: gpt-5.4'],
      'mistral-large-2512': ['shutdown: 2020-01-01', 'successor: gpt-5.4', 'onShutdown: successor'],
    });
    try {
      const environment = { ASSAY_MANIFESTS: manifests.folder };
      const { stdout } = await scene.assay(['model', 'retiring'], environment);
      const [heads, ...rows] = stdout.trimEnd().split('\n');
      expect(heads).toMatch(/^id +days left +successor +shutdown +on that day$/);
      expect(rows[0]).toMatch(/^mistral-large-2512 +0 +gpt-5\.4 +2020-01-01 +the successor runs$/);
      expect(rows[1]).toMatch(/^gpt-5\.4-mini +\d{5} +gpt-5\.4 +2091-01-01 +fails as model_retired$/);
      expect(rows.map((row) => row.split(' ')[0])).toEqual(['mistral-large-2512', 'gpt-5.4-mini', 'gpt-5.2']);
      const result = await scene.assay(['model', 'retiring', '--group', 'fast', '--json'], environment);
      const listed = JSON.parse(result.stdout) as readonly { id: string; successor: string }[];
      expect(listed.map(({ id, successor }) => [id, successor])).toEqual([['gpt-5.4-mini', 'gpt-5.4']]);
    } finally {
      manifests.remove();
    }
  });

  it('say which models have no key', async () => {
    const { stdout } = await scene.assay(['models', '--json'], { OPENAI_API_KEY: '' });
    const listed = JSON.parse(stdout) as readonly { provider: string; configured: boolean }[];
    expect(new Set(listed.filter(({ configured }) => !configured).map(({ provider }) => provider))).toEqual(
      new Set(['OpenAI']),
    );
  });

  it('say so, and ask a running gateway for its own keys', async () => {
    const here = await scene.assay(['models', '--group', 'legacy'], { OPENAI_API_KEY: '' });
    expect(here.stdout).toMatch(/^gpt-4o .* needs OPENAI_API_KEY/m);
    await json(['account', 'create', 'asker', '--credits', '1']);
    const { key } = (await json(['key', 'create', 'asker'])) as { readonly key: string };
    const result = await scene.assay(['models', '--group', 'legacy', '--url', gateway.url], {
      OPENAI_API_KEY: '',
      ASSAY_KEY: key,
    });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    const spaced = (text: string): string => text.replaceAll(/ +/g, ' ');
    expect(spaced(result.stdout)).toBe(spaced(here.stdout).replaceAll('needs OPENAI_API_KEY', 'yes'));
    const refused = await scene.assay(['models', '--url', gateway.url], { ASSAY_KEY: 'wrong' });
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/not valid \(401\)/);
  });

  it('find no error in the manifests', async () => {
    expect(await json(['check'])).toMatchObject({ problems: [] });
    expect((await scene.assay(['check'])).stdout).toMatch(
      new RegExp(`^\\d+ manifests, ${MODEL_COUNT} models: 0 errors, \\d+ warnings$`, 'm'),
    );
  });
});
