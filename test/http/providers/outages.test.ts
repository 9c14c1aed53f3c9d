import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxProvider, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../../support/gateways/test-gateway.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { slowIt } from '../../support/whole-run.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const ONE_ATTEMPT = '{ attempts: 1, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 1 }';
/** Half of `firstByteMs` is when a call counts as slow. */
const within = (ms: number) => ({
  retries: ONE_ATTEMPT,
  timeouts: `{ connectMs: 1000, firstByteMs: ${ms}, idleMs: ${ms}, totalMs: 60000 }`,
});

let gateway: TestGateway;
let account: TestAccount;
let closedPort: number;
let answer: SandboxReply;
let byProvider: Partial<Record<SandboxProvider, SandboxReply>> = {};

const manifests = manifestsOfFile({
  anthropic: within(1_500),
  mistral: within(3_000),
  groq: { ...within(1_500), concurrency: '{ calls: 1, queue: 8 }' },
  openai: { retries: ONE_ATTEMPT },
  deepseek: { retries: ONE_ATTEMPT },
  xai: { retries: ONE_ATTEMPT },
  cerebras: { retries: ONE_ATTEMPT, breaker: '{ calls: 2, failedPercent: 50, openMs: 60000 }' },
});

beforeAll(async () => {
  closedPort = await freePort();
  const closed = `http://127.0.0.1:${closedPort}`;
  gateway = await startTestGateway({
    environment: {
      ASSAY_LOG_LEVEL: 'info',
      ASSAY_MANIFESTS: manifests,
      ASSAY_BASE_URL_OPENAI: `${closed}/v1`,
      ASSAY_BASE_URL_DEEPSEEK: 'http://provider.invalid',
    },
    sandbox: { reply: ({ provider }) => byProvider[provider] ?? answer },
  });
  account = await gateway.account(100_000);
});
afterAll(() => gateway.stop());

type Line = Readonly<Record<string, unknown>>;

function linesOf(promptLogId?: unknown): readonly Line[] {
  return gateway
    .logs()
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Line => JSON.parse(line))
    .filter((line) => promptLogId === undefined || line['promptLogId'] === promptLogId);
}

async function ask(...models: readonly string[]) {
  const { body } = await gateway.post(account.key, { prompt: 'hi', models });
  return { results: body.results, lines: linesOf(body.promptLogId) };
}

it('a start names the manifests’ folder and the base URLs that are replaced', () => {
  expect(linesOf().find(({ msg }) => msg === 'serving')).toMatchObject({
    manifests,
    baseUrls: { openai: `http://127.0.0.1:${closedPort}/v1`, deepseek: 'http://provider.invalid' },
  });
});

describe('a provider that cannot be used', () => {
  it.each<[string, string, SandboxReply | undefined, RegExp]>([
    ['refuses connections', 'gpt-4o', undefined, /refused: nothing listens/],
    ['has a name nobody knows', 'deepseek-flash', undefined, /could not be resolved \(DNS\)/],
    ['cuts the connection', 'grok-4.3', { connection: 'reset' }, /was cut/],
    ['says that it failed', 'grok-4.3', { status: 500 }, /answered that it has failed/],
  ])('%s: the caller is told so', async (_what, model, reply, message) => {
    answer = reply ?? { content: 'fine' };
    const { results } = await ask(model);
    expect(results[0].error).toMatchObject({ code: 'unavailable', message: expect.stringMatching(message) });
  });

  it('is named with its port in the line of the attempt', async () => {
    const { lines } = await ask('gpt-4o');
    const failed = lines.find(({ msg }) => msg === 'attempt failed');
    expect(failed).toMatchObject({ host: `127.0.0.1:${closedPort}`, cause: { code: 'ECONNREFUSED' } });
  });

  it('fails too often: the caller is told that it was not asked', async () => {
    answer = { status: 500 };
    await ask('cerebras-gpt-oss-120b');
    await ask('cerebras-gpt-oss-120b');
    const { results } = await ask('cerebras-gpt-oss-120b');
    expect(results[0]).toMatchObject({
      attempts: 0,
      error: { code: 'unavailable', message: expect.stringMatching(/so often that it is not asked/) },
    });
  });
});

describe('a call that nothing comes of', () => {
  slowIt('is one warning before its time is over, which says what it waits for', async () => {
    byProvider = {
      anthropic: { connection: 'hang' },
      mistral: { content: 'never read', stream: { fault: { kind: 'stall', afterEvents: 1 } } },
      groq: { connection: 'hang' },
    };
    const [hanging, begun, queued] = await Promise.all([
      ask('claude-haiku-4-5'),
      ask('mistral-large-2512'),
      ask('gpt-oss-20b', 'gpt-oss-20b'),
    ]);
    const told = (lines: readonly Line[]) =>
      lines.map(({ msg, waitsFor }) => waitsFor ?? msg).filter((what) => what !== 'request');
    expect(told(hanging.lines)).toEqual(['reply', 'attempt failed']);
    expect(told(begun.lines)).toEqual(['text', 'attempt failed']);
    expect(told(queued.lines).filter((what) => what !== 'attempt failed')).toHaveLength(2);
    expect(told(queued.lines)).toEqual(expect.arrayContaining(['reply', 'slot']));
    const slow = hanging.lines.find(({ msg }) => msg === 'call is slow');
    expect(slow).toMatchObject({
      level: 40,
      requestId: expect.any(String),
      accountId: expect.any(Number),
      provider: 'anthropic',
      model: 'claude-haiku-4-5',
      role: 'contestant',
      key: 1,
      attempt: 1,
      host: `127.0.0.1:${gateway.upstream.port}`,
      lookAt: expect.stringContaining('status page'),
    });
    expect(Number(slow?.['endsInMs'])).toBeGreaterThan(0);
    expect(queued.lines.find(({ waitsFor }) => waitsFor === 'slot')).not.toHaveProperty('host');
  });
});
