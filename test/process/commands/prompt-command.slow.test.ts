import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PromptResponse } from '../../../core/generated/prompt-response.ts';
import { runCommand } from '../../commands/run-command.ts';
import type { GatewayProcess } from '../../support/gateways/run-gateway.ts';
import { startScene, type ProcessScene } from '../process-scene.ts';
import { startAssay, type RunningAssay, type StartOptions } from '../running-assay.ts';
import { freePort } from '../../support/servers/free-port.ts';

/** A text that a terminal must show without executing any of it. */
const HOSTILE = 'first line\n\u001B[2J\u001B]0;owned\u0007\u001B[31mred\u202Eback';

let scene: ProcessScene;
let gateway: GatewayProcess;
let key: string;
/** Holds back the upstream's answers to the prompt `wait`. */
let answerAfter: Promise<void> = Promise.resolve();

beforeAll(async () => {
  scene = await startScene({
    reply: async ({ user, model }) => {
      if (user === 'wait') await answerAfter;
      if (user === 'hostile') return { content: HOSTILE };
      if (user === 'half' && model === 'gpt-4o') return { status: 400 };
      if (user.includes('FIRST')) return { content: JSON.stringify(VERDICT) };
      return { content: `Said ${model}.`, usage: { inputTokens: 1_000, outputTokens: 100 } };
    },
  });
  // A client's key may stand in the shell that starts the gateway.
  gateway = await scene.start({ ASSAY_KEY: 'assay_whatever' });
  key = await scene.account('acme', 1_000);
});
afterAll(() => scene.stop());
beforeEach(() => scene.upstream.clear());

/** Always the first: every pair is an order flip. */
const VERDICT = {
  first_notes: 'a',
  second_notes: 'b',
  reasoning: 'I prefer the first.',
  verdict: 'first',
  confidence: 0.5,
};

const send = (words: readonly string[]): readonly string[] => [
  'prompt',
  'send',
  ...(words.includes('--url') ? [] : ['--url', gateway.url]),
  ...words,
];

function start(words: readonly string[], options: Partial<StartOptions> = {}): RunningAssay {
  const environment = { ASSAY_KEY: key, ...options.environment };
  return startAssay(send(words), { ...options, environment });
}

/** A process of its own only for a terminal or an input. */
async function run(words: readonly string[], options: Partial<StartOptions> = {}) {
  if (options.terminal !== true && options.input === undefined)
    return runCommand(send(words), { ASSAY_KEY: key, ...options.environment });
  const running = start(words, options);
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

async function untilSent(count: number): Promise<void> {
  while (scene.upstream.requests().length < count) await wait(20);
}

const MODELS = ['-m', 'gpt-4o', '-m', 'mistral-large-2512'];

describe('assay prompt send', () => {
  it('explains itself with an example', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}assay prompt send .* -m MODEL/m);
    expect((await scene.assay(['--help'])).stdout).toMatch(/^ {2}prompt +\S/m);
  });

  it('shows a line per model and judge as they end, then answers, figures, verdicts and credits', async () => {
    const before = await scene.balance('acme');
    const { code, stdout, stderr } = await run(['hi', ...MODELS, '-j', 'gemini-2.5-flash']);
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n').toSorted()).toEqual([
      expect.stringMatching(/^✓ gpt-4o .* 1000 tokens in, 100 out {2}\$0\.0035$/),
      expect.stringMatching(/^✓ judge gemini-2\.5-flash {2}1 pair, each in both orders$/),
      expect.stringMatching(/^✓ mistral-large-2512 .*1000 tokens in/),
    ]);
    expect(stdout).toMatch(/^1 {2}gpt-4o\nSaid gpt-4o\.\n\n2 {2}mistral-large-2512\nSaid mistral/m);
    expect(stdout).toMatch(/^1 {2}gpt-4o +completed .*1000 \/ 100 +\$0\.0035/m);
    expect(stdout).toContain('0 of 1 pairs, 1 order flip');
    expect(stdout).toMatch(/^1 {2}gpt-4o +· +tie ~$/m);
    expect(stdout).toContain('I prefer the first.');
    const used = Number(/^([\d.]+) used/m.exec(stdout)?.[1]);
    const after = await scene.balance('acme');
    expect(after).toEqual({ credits: expect.closeTo(before.credits - used, 6), reserved: 0 });
    expect(stdout + stderr).not.toContain('\u001B');
  });

  it('ends with how to find the request again', async () => {
    const { stdout } = await run(['hi', '-m', 'gpt-4o', '--label', 'Release notes']);
    const [, id = ''] =
      /\n\nid {5}(\S+)\nlabel {2}Release notes\nNext: assay prompt show \1 --url /.exec(stdout) ?? [];
    const result = await runCommand(['prompt', 'show', id, '--url', gateway.url], { ASSAY_KEY: key });
    expect(result.stdout).toMatch(/^label +Release notes$/m);
    const unstored = await run(['hi', '-m', 'gpt-4o', '--label', 'Release notes', '--zero-data-retention']);
    expect(unstored.stdout).toMatch(/\n\nid {2}\S+\nNext: assay prompt show /);
  });

  it('prints with --json the response and nothing else, not even progress', async () => {
    const { code, stdout, stderr } = await run(['hi', ...MODELS, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const response = JSON.parse(stdout) as PromptResponse;
    expect(response.results.map(({ modelId, output }) => [modelId, output])).toEqual([
      ['gpt-4o', 'Said gpt-4o.'],
      ['mistral-large-2512', expect.stringMatching(/^Said mistral/)],
    ]);
  });

  it('sends what the options say', async () => {
    const schema = { type: 'object', properties: { n: { type: 'integer' } }, additionalProperties: false };
    const schemaFile = join(scene.folder, 'schema.json');
    await writeFile(schemaFile, JSON.stringify(schema));
    const picture = join(scene.folder, 'picture');
    await copyFile(join(import.meta.dirname, '../../fixtures/pixel.png'), picture);
    const words = ['-', '-m', 'gpt-4o', '--system', 'Be brief.', '--file', picture, '--schema', schemaFile];
    const settings = [
      '--temperature',
      '0.25',
      '--top-p',
      '0.5',
      '--max-tokens',
      '77',
      '--zero-data-retention',
    ];
    const { code, stdout } = await run([...words, ...settings, '--json'], { input: 'from a pipe\n' });
    expect(code).toBe(0);
    const [sent] = scene.upstream.requests();
    expect(sent?.body).toMatchObject({ temperature: 0.25, top_p: 0.5, max_output_tokens: 77 });
    const body = JSON.stringify(sent?.body);
    for (const piece of ['Be brief.', 'from a pipe', 'data:image/png;base64,', '"n":{']) {
      expect(body).toContain(piece);
    }
    const { promptLogId } = JSON.parse(stdout) as PromptResponse;
    const record = await fetch(`${gateway.url}/api/v1/prompts/${promptLogId}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(await record.json()).toMatchObject({ zeroDataRetention: true, request: null });
  });

  it('weighs what --weights names, and judges by --judge-prompt', async () => {
    const judging = ['-j', 'gemini-2.5-flash', '--judge-prompt', 'Prefer rhymes.'];
    const { stdout } = await run(['hi', ...MODELS, ...judging, '--weights', 'accuracy=0.5,cost=1', '--json']);
    const [evaluation] = (JSON.parse(stdout) as PromptResponse).evaluations;
    expect(evaluation?.axes).toMatchObject({
      accuracy: { weight: 0.5 },
      speed: { weight: 0 },
      cost: { weight: 1 },
    });
    expect(JSON.stringify(scene.upstream.requests())).toContain('Prefer rhymes.');
  });

  it('ends with 3 where a model failed, and says why', async () => {
    const { code, stdout, stderr } = await run(['half', ...MODELS]);
    expect(code).toBe(3);
    expect(stderr).toMatch(/^✗ gpt-4o .*rejected the request/m);
    expect(stdout).toMatch(/^1 {2}gpt-4o +failed .*rejected: /m);
    expect(stdout).toMatch(/^2 {2}mistral-large-2512 +completed /m);
  });

  it('brings the same answer for the same idempotency key, without a second call or charge', async () => {
    const words = ['once', ...MODELS, '--json', '--idempotency-key', 'only-once'];
    const first = await run(words);
    const readable = await run(words.filter((word) => word !== '--json'));
    expect(readable.stderr.trimEnd().split('\n')).toHaveLength(2);
    const balance = await scene.balance('acme');
    const second = await run(words);
    expect(second).toEqual(first);
    expect(scene.upstream.requests()).toHaveLength(2);
    expect(await scene.balance('acme')).toEqual(balance);
  });

  it('lets no output touch the terminal', async () => {
    const { stdout } = await run(['hostile', '-m', 'gpt-4o']);
    expect(stdout).toContain('first line\nredback');
    // oxlint-disable-next-line no-control-regex -- control characters are what must be absent
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
  });
});

describe('assay prompt send on a terminal', () => {
  it('redraws a line per model, in colour, and gives the cursor back', async () => {
    const { code, stdout } = await run(['hi', ...MODELS], { terminal: true });
    expect(code).toBe(0);
    expect(stdout).toContain('\u001B[?25l');
    expect(stdout.lastIndexOf('\u001B[?25h')).toBeGreaterThan(stdout.lastIndexOf('\u001B[?25l'));
    expect(stdout).toContain('\u001B[2A');
    expect(stdout).toContain('\u001B[32m✓');
    expect(stdout).toContain('Said gpt-4o.');
  });
});

describe('assay prompt send stopped by Ctrl-C', () => {
  it('ends with 130 at once, and the gateway settles what it had sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answerAfter = promise;
    const before = await scene.balance('acme');
    const running = start(['wait', ...MODELS]);
    await untilSent(2);
    running.interrupt();
    expect(await running.ended).toBe(130);
    expect(running.stdout()).toBe('');
    expect(running.stderr()).toContain('assay prompt send: Stopped.');
    expect((await scene.balance('acme')).reserved).toBeGreaterThan(0);
    resolve();
    let after = await scene.balance('acme');
    while (after.reserved > 0) after = await scene.balance('acme');
    expect(after.credits).toBeLessThan(before.credits);
  });
});

describe('assay prompt send without an answer', () => {
  it.concurrent.each<[string, readonly string[], StartOptions['environment'], readonly RegExp[]]>([
    [
      'a mistyped model',
      ['hi', '-m', 'gpt-4o-mnii', '-j', 'nobody-at-all'],
      {},
      [
        /^ {2}gpt-4o-mnii {2}unknown model ID; .*did you mean gpt-4o-mini\?$/m,
        /^ {2}nobody-at-all {2}unknown model ID; "assay model list" lists them$/m,
      ],
    ],
    [
      'a wrong field',
      ['hi', ...MODELS, '--weights', 'accuracy=5'],
      {},
      [/\(400\)$/m, /^ {2}\/judge_weights\/accuracy {2}\S/m],
    ],
    ['a wrong key', ['hi', ...MODELS], { ASSAY_KEY: 'assay_nobody' }, [/\(401\)$/m, /assay key create/]],
    ['no key', ['hi', ...MODELS], { ASSAY_KEY: '' }, [/There is no API key\. Run "assay login"/]],
    [
      'a file that is not there',
      ['hi', ...MODELS, '--file', '/nowhere.png'],
      {},
      [/nowhere\.png cannot be read: there is no such file/],
    ],
    [
      'a file of another kind',
      ['hi', ...MODELS, '--file', import.meta.filename],
      {},
      [/is none of image\/png/],
    ],
    ['a schema that is no JSON', ['hi', ...MODELS, '--schema', import.meta.filename], {}, [/is not JSON/]],
  ])('because of %s says so, with exit code 1', async (_case, words, environment, messages) => {
    const { code, stdout, stderr } = await run(words, { environment });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^assay prompt send: /);
    for (const message of messages) expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it('because of an empty balance says what it takes', async () => {
    const poor = await scene.account('poor', 0);
    const { code, stderr } = await run(['hi', ...MODELS], { environment: { ASSAY_KEY: poor } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/\(402\)$/m);
    expect(stderr).toMatch(/^It takes [\d.]+ credits of free balance\.$/m);
  });

  it('because the key is limited, or its budget too small, says what helps', async () => {
    const limited = await scene.account('limited', 1_000);
    await scene.assay(['key', 'set', limited, '--models', 'gpt-4o', '--budget-day', '0.000001']);
    const ask = (model: string) => run(['hi', '-m', model], { environment: { ASSAY_KEY: limited } });
    expect((await ask('gpt-4o-mini')).stderr).toContain('gpt-4o-mini  this key may not ask gpt-4o-mini');
    expect((await ask('gpt-4o')).stderr).toMatch(/waiting does not help\. .* lower --max-tokens/);
  });

  it('because nobody is there says where it looked', async () => {
    const port = await freePort();
    const { code, stderr } = await run(['hi', ...MODELS, '--url', `http://127.0.0.1:${port}/`]);
    expect(code).toBe(1);
    expect(stderr).toContain(`No gateway answers at http://127.0.0.1:${port} (ECONNREFUSED)`);
  });

  it('because the gateway died says how to ask without paying twice', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answerAfter = promise;
    const running = start(['wait', ...MODELS]);
    await untilSent(2);
    gateway.signal('SIGKILL');
    expect(await running.ended).toBe(1);
    expect(running.stderr()).toMatch(
      /--idempotency-key [0-9a-f-]{36} brings its answer without a second charge/,
    );
    resolve();
  });
});
