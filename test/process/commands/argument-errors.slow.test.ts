import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isGroup } from '../../../core/commands/command-table.ts';
import { COMMANDS as ALL_COMMANDS } from '../../../core/commands/tables/command-list.ts';
import { MAX_ROWS } from '../../../core/eval/suite/suite.ts';
import { MAX_FILTER_CHARACTERS } from '../../../core/ledger/requests/request-page.ts';
import { MAX_AUDIT_ENTRIES } from '../../../core/ledger/administration/audit.ts';
import { runCommand, type Finished } from '../../commands/run-command.ts';
import { runAssay } from '../../support/gateways/run-assay.ts';
import { GATEWAY_SCRIPT, ROOT } from '../../support/gateways/run-gateway.ts';
import { runProcess } from '../../support/gateways/run-process.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';

let scene: ProcessScene;

beforeAll(async () => {
  scene = await startScene({}, { ASSAY_CACHE: join(tmpdir(), `assay-no-cache-${process.pid}`) });
});
afterAll(() => scene.stop());

const COMMANDS = [
  'serve',
  'demo',
  'sandbox',
  'check',
  'reload',
  'login',
  'logout',
  'prompt',
  'eval',
  'judge',
  'account',
  'key',
  'usage',
  'ledger',
  'audit',
  'webhooks',
  'admin-token',
  'model',
  'provider',
  'plugin',
  'prices',
  'models',
  'prompts',
  'completion',
];
const LEAVES = ALL_COMMANDS.flatMap((listed) => (isGroup(listed) ? listed.commands : [listed]));

describe('assay --help', () => {
  it('names every command there is', async () => {
    const { code, stdout } = await scene.assay(['--help']);
    expect(code).toBe(0);
    expect([...stdout.matchAll(/^ {2}([a-z-]+) {2,}[A-Z]/gm)].map(([, name]) => name)).toEqual(COMMANDS);
  });

  it.each(LEAVES.map(({ name }) => name))('of %s shows its words, options and an example', async (name) => {
    for (const words of [
      [...name.split(' '), '--help'],
      [...name.split(' '), '-h'],
      ['help', ...name.split(' ')],
    ]) {
      const { code, stdout, stderr } = await runCommand(words, scene.environment);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: assay ${name}\\b`, 'm'));
      expect(stdout).toMatch(/^ {2}-h, --help +Show this help\.$/m);
      expect(stdout).toMatch(new RegExp(`^Examples?\\n(?:.*\\n)*? {2}.*\\bassay ${name}\\b`, 'm'));
      expect(stdout.split('\n').filter((line) => line.length > 128)).toEqual([]);
    }
  });

  it.each(ALL_COMMANDS.filter(isGroup))('of $name lists its commands', async ({ name, commands }) => {
    const { code, stdout } = await runCommand([name, '--help'], scene.environment);
    expect(code).toBe(0);
    for (const command of commands)
      expect(stdout).toMatch(new RegExp(`^ {2}${command.name.slice(name.length + 1)}\\b`, 'm'));
  });

  it('keeps the bounds that the code has', () => {
    const option = (name: string, of: string): unknown =>
      LEAVES.find((command) => command.name === name)?.options?.[of];
    expect(option('audit', 'limit')).toMatchObject({ integer: { max: MAX_AUDIT_ENTRIES } });
    expect(option('eval migrate', 'from-log')).toMatchObject({ integer: { max: MAX_ROWS } });
    for (const name of ['prompt send', 'prompt list'])
      expect(option(name, 'label')).toMatchObject({ maxCharacters: MAX_FILTER_CHARACTERS.label });
  });
});

describe('what a command fails with', () => {
  it('is told without control characters', async () => {
    const { code, stderr } = await scene.assay(['eval', 'report', '\u001b]0;title\u0007\u001b[31mx.jsonl']);
    expect([code, stderr]).toEqual([1, 'assay eval report: x.jsonl: There is no such file.\n']);
  });
});

/** The word that is wrong, or missing. */
const ARGUMENT_ERRORS: readonly (readonly [words: string, reason: string, usage: string])[] = [
  ['key', 'Name a command: create, list, set, rotate, revoke.', 'assay key COMMAND [options]'],
  [
    'key make acme',
    'There is no command "assay key make". "assay key --help" explains create, list, set, rotate and revoke.',
    'assay key COMMAND [options]',
  ],
  [
    'key rotte ci',
    'There is no command "assay key rotte". Did you mean "assay key rotate"?',
    'assay key COMMAND [options]',
  ],
  ['key create', 'ACCOUNT is missing.', 'assay key create ACCOUNT [options]'],
  [
    'key set ci --models vega-5, arc-5',
    '"arc-5" is one word too many. Write a list without spaces.',
    'assay key set KEY [options]',
  ],
  ['key list acme beta', '"beta" is one word too many.', 'assay key list [ACCOUNT]'],
  ['key list acme --name x', 'There is no option --name here.', 'assay key list [ACCOUNT]'],
  [
    'key create acme --nmae x',
    'There is no option --nmae here. Did you mean --name?',
    'assay key create ACCOUNT [options]',
  ],
  ['key rotate ci --grace', '--grace needs a value: AGE.', 'assay key rotate KEY [--grace AGE]'],
  ['key rotate ci --grace --json', '--grace needs a value: AGE.', 'assay key rotate KEY [--grace AGE]'],
  ['key rotate ci --grace 1h --grace 2h', '--grace is given twice.', 'assay key rotate KEY [--grace AGE]'],
  ['key list --json=yes', '--json takes no value.', 'assay key list [ACCOUNT]'],
  ['key set aaaaaaaa', 'Name a setting to change, such as --budget-day 80.', 'assay key set KEY [options]'],
  ['account credit acme', 'N is missing.', 'assay account credit NAME N [--note TEXT]'],
  [
    'account create neu --markup 2',
    'There is no option --markup here. "assay account set" has further options.',
    'assay account create NAME [--credits N]',
  ],
  ['account set acme', 'Name a setting to change, such as --markup 1.2.', 'assay account set NAME [options]'],
  ['account set acme --cache maybe', '--cache takes on or off.', 'assay account set NAME [options]'],
  [
    'account set acme --holds likley',
    '--holds takes worst or likely. Did you mean likely?',
    'assay account set NAME [options]',
  ],
  ['admin-token create billing', '--scope is missing.', 'assay admin-token create NAME --scope read|write'],
  ['admin-token list --scope read', 'There is no option --scope here.', 'assay admin-token list'],
  ['audit acme', '"acme" is one word too many.', 'assay audit [options]'],
  ['audit --limit 0', '--limit takes a whole number from 1 to 10000.', 'assay audit [options]'],
  ['ledger history', 'ACCOUNT is missing.', 'assay ledger history ACCOUNT [--limit N]'],
  ['ledger check --limit 5', 'There is no option --limit here.', 'assay ledger check'],
  [
    'models --group slow',
    '--group takes reasoning, fast or legacy.',
    'assay models [--group reasoning|fast|legacy] [--url URL]',
  ],
  ['prompt send', 'TEXT is missing.', 'assay prompt send TEXT --model MODEL [--model MODEL]... [options]'],
  [
    'prompt list --label=',
    '--label takes 1 to 100 characters.',
    'assay prompt list [--limit N] [--label TEXT] [--url URL]',
  ],
  [
    'prompt send hi --model MODEL --label=',
    '--label takes 1 to 100 characters.',
    'assay prompt send TEXT --model MODEL [--model MODEL]... [options]',
  ],
  [
    'prompt send hi',
    '--model is missing.',
    'assay prompt send TEXT --model MODEL [--model MODEL]... [options]',
  ],
  ['prompt prune', '--older-than is missing.', 'assay prompt prune --older-than AGE'],
  ['webhooks retry', 'Give either the ID of an event or --dead.', 'assay webhooks retry [ID] [--dead]'],
  ['eval migrate gpt-4o', '--to is missing.', 'assay eval migrate OLD --to LIST [options]'],
  ['usage --json --csv', '--json and --csv exclude each other.', 'assay usage [options]'],
  [
    'completion tcsh',
    'There is no completion for "tcsh". SHELL is bash, zsh or fish.',
    'assay completion SHELL',
  ],
];

/** Mistakes in the arguments themselves. Mistakes in named files have exit code 1. */
const WRONG: readonly (readonly [words: readonly string[], message: RegExp])[] = [
  ...LEAVES.map(
    ({ name }) => [[...name.split(' '), '--bogus'], /There is no option --bogus here\./] as const,
  ),
  [['account', 'create', ''], /account name/],
  [['account', 'create', 'neu', '--credits', 'many'], /not an amount of credits/],
  [['account', 'create', 'neu', '--credits=-5'], /not an amount of credits/],
  [['account', 'create', 'neu', '--credits', '99999999999999'], /credits/],
  [['audit', '--from', 'today'], /--from takes a date/],
  [['account', 'credit', 'acme', 'much'], /not an amount of credits/],
  [['account', 'set', 'acme', '--markup', 'much'], /"much" is not a markup/],
  [['account', 'set', 'acme', '--requests-per-minute', '0'], /takes a whole number from 1 to/],
  [['prompt', 'send', 'hi', '-m', 'gpt-4o', '--temperature', 'hot'], /--temperature takes a number/],
  [
    ['prompt', 'send', 'hi', '-m', 'gpt-4o', '--fuse', 'o3'],
    /--fuse needs judges: add -j JUDGE, or leave it out/,
  ],
  [['prompt', 'send', 'hi', '-m', 'gpt-4o', '--weights', 'speed'], /--weights takes a list/],
  [['prompt', 'send', 'hi', '-m', 'gpt-4o', '--url', 'gateway'], /--url takes the gateway/],
  [['model', 'add', 'x', '--provider', 'openai', '--group', 'quick'], /--group/],
  [['provider', 'add', 'Workshop'], /begin with a small letter/],
  [['prompt', 'prune', '--older-than', 'long'], /--older-than takes/],
  [['login', 'now'], /one word too many/],
];

describe('wrong words', () => {
  const refuse = (words: readonly string[]): Promise<Finished> =>
    runCommand(words, { ...scene.environment, ASSAY_KEY: 'assay_somebody' });

  it.each(WRONG)('%j are exit code 2 and leave nothing behind', async (words, message) => {
    expectUsageError(await refuse(words), message);
  });

  it.each(ARGUMENT_ERRORS)('assay %s: %s', async (line, reason, usage) => {
    const { code, stdout, stderr } = await refuse(line.split(' '));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^assay [a-z -]+: ${RegExp.escape(reason)}$`)),
      `Usage: ${usage}`,
      '',
    ]);
  });

  it.concurrent.each<[readonly string[], RegExp]>([
    [['acount'], /There is no command "assay acount"\. Did you mean "assay account"\?\nUsage: /],
    [['check', '--strcit'], /There is no option --strcit here\. Did you mean --strict\?/],
    [['key', 'make', 'acme'], /There is no command "assay key make"/],
  ])('%j end the process with exit code 2', async (words, message) => {
    expectUsageError(await runAssay(words, scene.environment), message);
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
