import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { GATEWAY_SCRIPT, ROOT } from '../../demo/run-gateway.ts';
import { runProcess } from '../../demo/run-process.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await startScene({}, { ASSAY_CACHE: join(tmpdir(), `assay-no-cache-${process.pid}`) });
});
afterAll(() => scene.stop());

const COMMANDS = [
  'account',
  'key',
  'usage',
  'webhooks',
  'admin-token',
  'audit',
  'models',
  'prompt',
  'eval',
  'judge',
  'check',
  'model',
  'provider',
  'plugin',
  'prices',
  'reload',
  'ledger',
  'prompts',
];

describe('assay --help', () => {
  it('names every command there is', async () => {
    const { code, stdout } = await scene.assay(['--help']);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name]) => name)).toEqual(COMMANDS);
  });

  it.each(COMMANDS)('of %s shows its words and an example', async (command) => {
    for (const flag of ['--help', '-h']) {
      const { code, stdout, stderr } = await runCommand([command, flag], scene.environment);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^ {2}assay ${command}\\b`, 'm'));
      expect(stdout).toMatch(new RegExp(`^Example: .*\\bassay ${command}\\b`, 'm'));
    }
  });
});

describe('what a command fails with', () => {
  it('is told without control characters', async () => {
    const { code, stderr } = await scene.assay(['eval', 'report', '\u001b]0;title\u0007\u001b[31mx.jsonl']);
    expect([code, stderr]).toEqual([1, 'assay eval: x.jsonl: there is no such file\n']);
  });
});

const asksFor = (command: string): RegExp =>
  new RegExp(
    `^assay ${command}: Invalid arguments(?:: [^\\n]+)?\\. See "assay ${command}(?: [a-z]+)? --help"\\.\n$`,
  );

/** The word that is wrong, or missing. */
const NAMED: readonly (readonly [words: readonly string[], reason: string])[] = [
  [['key'], 'say what to do: create, set, list, rotate, revoke'],
  [['key', 'make', 'acme'], 'there is no "assay key make", only: create, set, list, rotate, revoke'],
  [
    ['key', 'rotte', 'ci'],
    'there is no "assay key rotte", did you mean "rotate"? There are create, set, list, rotate, revoke',
  ],
  [['key', 'create'], 'ACCOUNT is missing'],
  [['key', 'list', 'acme', 'beta'], '"beta" is one word too many'],
  [['key', 'list', 'acme', '--name', 'x'], '--name does not belong here'],
  [
    ['key', 'set', 'aaaaaaaa'],
    'name a setting to change: --name, --expires, --models, --requests-per-minute, --budget-day, --budget-month',
  ],
  [['account', 'import'], 'FILE is missing'],
  [['account', 'credit', 'acme'], 'N is missing'],
  [['account', 'create', 'neu', '--markup', '2'], '--markup does not belong here'],
  [['account', 'set', 'acme'], 'name a setting to change, such as --markup 1.2'],
  [['account', 'list', 'acme'], '"acme" is one word too many'],
  [['admin-token', 'list', '--scope', 'read'], '--scope does not belong here'],
  [['audit', 'acme'], '"acme" is one word too many'],
  [['ledger', 'history'], 'ACCOUNT is missing'],
  [['ledger', 'check', '--limit', '5'], '--limit does not belong here'],
  [['models', '--group', 'slow'], '--group takes reasoning, fast, legacy'],
  [['model', 'remove'], 'ID is missing'],
  [['provider'], 'say what to do: add'],
  [['plugin', 'test'], 'FILE is missing'],
  [['prices', 'diff'], 'FILE is missing'],
  [['prompt'], 'TEXT is missing'],
  [['prompt', 'hi'], '-m MODEL is missing'],
  [['prompt', 'hi', 'there', '-m', 'gpt-4o'], '"there" is one word too many'],
  [['prompts', 'prune'], '--older-than is missing'],
  [['webhooks', 'retry'], 'retry takes either the ID of an event or --dead'],
  [['webhooks', 'send'], 'there is no "assay webhooks send", only: retry'],
  [['eval', 'walk'], 'there is no "assay eval walk", only: run, report, migrate'],
  [['eval', 'run'], 'SUITE is missing'],
  [['eval', 'migrate', 'gpt-4o'], '--to is missing'],
  [['judge', 'calibrate'], 'LABELS is missing'],
  [['judge', 'flips', 'labels.jsonl'], '"labels.jsonl" is one word too many'],
  [['usage', '--json', '--csv'], '--json and --csv exclude each other'],
  [['reload', 'now'], '"now" is one word too many'],
  [['check', 'extra'], '"extra" is one word too many'],
];

/** What is wrong with the words, not with what they name: that is exit code 1. */
const WRONG: readonly (readonly [words: readonly string[], message: RegExp])[] = [
  ...COMMANDS.map((command) => [[command, '--bogus'], /Unknown option '--bogus'/] as const),
  [['eval', 'run', '--bogus'], /"assay eval run --help" lists the options/],
  [['judge', 'calibrate', '--bogus'], /"assay judge calibrate --help" lists the options/],
  [['account', 'create', '--bogus'], /"assay account --help" lists the options/],
  [['account'], asksFor('account')],
  [['account', 'create'], asksFor('account')],
  [['account', 'create', '--credits', '5'], asksFor('account')],
  [['account', 'create', ''], /account name/],
  [['account', 'create', 'neu', '--credits'], /--credits/],
  [['account', 'create', 'neu', '--credits', 'many'], /not an amount of credits/],
  [['account', 'create', 'neu', '--credits=-5'], /not an amount of credits/],
  [['account', 'create', 'neu', '--credits', '99999999999999'], /credits/],
  [['account', 'create', 'a', 'b', 'c'], asksFor('account')],
  [['account', 'delete', 'acme'], asksFor('account')],
  [['admin-token', 'create', 'billing'], /--scope takes read or write/],
  [['admin-token', 'revoke'], asksFor('admin-token')],
  [['audit', '--from', 'today'], /--from takes a date/],
  [['account', 'credit', 'acme', 'much'], /not an amount of credits/],
  [['account', 'set'], asksFor('account')],
  [['account', 'set', 'acme', '--markup', 'much'], /"much" is not a markup/],
  [['account', 'set', 'acme', '--zero-data-retention', 'yes'], /takes on or off/],
  [['account', 'set', 'acme', '--requests-per-minute', '0'], /whole number of at least 1/],
  [['models', 'extra'], asksFor('models')],
  [['prompt', 'hi', '-m', 'gpt-4o', '--temperature', 'hot'], /--temperature takes a number/],
  [['prompt', 'hi', '-m', 'gpt-4o', '--weights', 'speed'], /--weights takes a list/],
  [['prompt', 'hi', '-m', 'gpt-4o', '--url', 'gateway'], /--url takes the gateway/],
  [['model'], asksFor('model')],
  [['model', 'add', 'x', '--provider', 'openai', '--group', 'quick'], /--group/],
  [['provider', 'add', 'Workshop'], /must begin with a small letter/],
  [['plugin'], asksFor('plugin')],
  [['prices'], asksFor('prices')],
  [['prices', 'diff', 'api.json', '--touch'], /--touch requires --write\./],
  [['ledger'], asksFor('ledger')],
  [['ledger', 'repair'], asksFor('ledger')],
  [['ledger', 'history', 'acme', '--limit', '0'], /--limit takes a whole number/],
  [['prompts'], asksFor('prompts')],
  [['prompts', 'prune', '--older-than', 'long'], /--older-than takes/],
];

describe('wrong words', () => {
  const refuse = (words: readonly string[]): Promise<Finished> =>
    runCommand(words, { ...scene.environment, ASSAY_KEY: 'assay_somebody' });

  it.each(WRONG)('%j are exit code 2 and leave nothing behind', async (words, message) => {
    expectUsageError(await refuse(words), message);
  });

  it.each(NAMED)('%j name what is wrong: %s', async (words, reason) => {
    const finished = await refuse(words);
    expectUsageError(finished, asksFor(words[0] ?? ''));
    expect(finished.stderr).toContain(`: Invalid arguments: ${reason}. See "assay ${words[0]}`);
  });

  it.concurrent.each<[readonly string[], RegExp]>([
    [['acount'], /There is no command "acount"\. Did you mean "account"\?/],
    [['check', '--bogus'], /Unknown option '--bogus'/],
    [['key', 'make', 'acme'], asksFor('key')],
  ])('%j end the process with exit code 2', async (words, message) => {
    expectUsageError(await scene.assay(words), message);
  });

  it.concurrent.each<[readonly string[], RegExp]>([
    [['--bogus'], /Unknown option '--bogus'/],
    [['now'], /now/],
  ])('%j do not start a gateway: exit code 2', async (words, message) => {
    const { environment } = scene;
    expectUsageError(
      await runProcess({ words: [GATEWAY_SCRIPT, ...words], environment, folder: ROOT }),
      message,
    );
  });

  it('leave neither a database nor a cache', () => {
    expect(existsSync(scene.data)).toBe(false);
    expect(existsSync(scene.environment['ASSAY_CACHE'] ?? '')).toBe(false);
  });
});

function expectUsageError(
  { code, stdout, stderr }: Omit<Finished, 'code'> & { readonly code: number | null },
  message: RegExp,
): void {
  expect([code, stdout], stderr).toEqual([2, '']);
  expect(stderr).toMatch(/^assay/);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/^\s+at /m);
}
