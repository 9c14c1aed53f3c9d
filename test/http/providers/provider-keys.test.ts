import { beforeEach, describe, expect, it } from 'vitest';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { SandboxProvider, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

/** So long that no rest ends while the tests run: each provider is for one test. */
const RESTS = '{ limitedRestMs: 3600000, refusedRestMs: 3600000 }';
const KEYED: readonly (readonly [SandboxProvider, string, string])[] = [
  ['xai', 'XAI_API_KEY', 'authorization'],
  ['groq', 'GROQ_API_KEY', 'authorization'],
  ['deepseek', 'DEEPSEEK_API_KEY', 'authorization'],
  ['mistral', 'MISTRAL_API_KEY', 'authorization'],
  ['openai', 'OPENAI_API_KEY', 'authorization'],
  ['anthropic', 'ANTHROPIC_API_KEY', 'x-api-key'],
  ['google', 'GEMINI_API_KEY', 'x-goog-api-key'],
  ['bedrock', 'AWS_BEARER_TOKEN_BEDROCK', 'authorization'],
];

/** The provider's reply to the current request, by the key of that request. */
let answer: (key: string) => SandboxReply | undefined;

const manifests = manifestsOfFile({
  ...Object.fromEntries(KEYED.map(([provider]) => [provider, { keys: RESTS }])),
  groq: { keys: '{ limitedRestMs: 1, refusedRestMs: 3600000 }' },
});
const gateway = gatewayOfFile({
  environment: {
    ASSAY_MANIFESTS: manifests,
    ASSAY_LOG_LEVEL: 'trace',
    ...Object.fromEntries(
      KEYED.map(([provider, variable]) => [
        variable,
        `canary-${provider}-1, canary-${provider}-2,canary-${provider}-3`,
      ]),
    ),
    CEREBRAS_API_KEY: 'canary-cerebras-1',
  },
  sandbox: { reply: () => answer(keysUsed().at(-1) ?? '') },
});
const account = accountOfFile(gateway, 10_000);
beforeEach(() => {
  gateway.upstream.clear();
  answer = () => ({ content: 'fine' });
});

/** Which of its provider's keys each request came with: 1, 2 or 3. */
function keysUsed(): readonly string[] {
  return gateway.upstream.requests().map(({ provider, headers }) => {
    const header = KEYED.find(([name]) => name === provider)?.[2] ?? 'authorization';
    return /canary-[a-z]+-(\d)$/.exec(headers[header] ?? '')?.[1] ?? 'none';
  });
}

async function ask(model: string) {
  const { status, body } = await gateway.post(account.key, { prompt: 'hi', models: [model] });
  expect(status).toBe(200);
  return body.results[0];
}

function resting(provider: SandboxProvider): Promise<readonly number[]> {
  return Promise.all(
    ['1', '2', '3'].map((key) =>
      readMetric(gateway.operationsUrl, 'assay_provider_key_resting', { provider, key }),
    ),
  );
}

describe('several keys of a provider', () => {
  it.each([
    ['grok-4.3', 'bearer'],
    ['claude-haiku-4-5', 'header'],
    ['nova-micro', 'bearer in place of a signature'],
  ])('of %s are used in turn (%s)', async (model) => {
    for (let call = 0; call < 5; call += 1) await ask(model);
    expect(keysUsed()).toEqual(['1', '2', '3', '1', '2']);
  });

  it.each([
    ['as long as it says', 'gpt-oss-20b', 'groq', { 'retry-after': '3000' }],
    ['as long as the manifest says where it does not', 'deepseek-flash', 'deepseek', {}],
  ] as const)(
    'go on while one rests after a 429, %s; its call goes to the next at once',
    async (_name, model, provider, headers) => {
      answer = (key) => (key === '1' ? { status: 429, headers } : { content: 'fine' });
      expect(await ask(model)).toMatchObject({ status: 'completed', attempts: 2 });
      expect(await resting(provider)).toEqual([1, 0, 0]);
      for (let call = 0; call < 3; call += 1)
        expect(await ask(model)).toMatchObject({ status: 'completed', attempts: 1 });
      expect(keysUsed()).toEqual(['1', '2', '3', '2', '3']);
    },
  );

  it.each([
    ['mistral-large-2512', 'mistral', { status: 401 }],
    ['gemini-2.5-flash', 'google', { status: 403 }],
  ] as const)('of %s go on while one rests that was refused', async (model, provider, refusal) => {
    answer = (key) => (key === '1' ? refusal : { content: 'fine' });
    expect(await ask(model)).toMatchObject({ status: 'completed', attempts: 2 });
    expect(await ask(model)).toMatchObject({ status: 'completed', attempts: 1 });
    expect(keysUsed()).toEqual(['1', '2', '3']);
    expect(await resting(provider)).toEqual([1, 0, 0]);
  });

  it('go on while one’s quota is used up; where all are, the call fails, and the next one tries again', async () => {
    const used = new Set(['1', '2']);
    const error = { message: 'You exceeded your current quota', code: 'insufficient_quota' };
    answer = (key) =>
      used.has(key) ? { raw: JSON.stringify({ error }), rawStatus: 429 } : { content: 'fine' };
    expect(await ask('gpt-4o')).toMatchObject({ status: 'completed', attempts: 3 });
    used.add('3');
    const out = { status: 'failed', error: { code: 'rate_limited', retryable: false }, attempts: 1 };
    expect(await ask('gpt-4o')).toMatchObject(out);
    expect(await resting('openai')).toEqual([1, 1, 1]);
    used.clear();
    expect(await ask('gpt-4o')).toMatchObject({ status: 'completed', attempts: 1 });
  });
});

describe('the only key of a provider', () => {
  it('is used again, however it was refused', async () => {
    answer = () => ({ status: 401 });
    for (let call = 0; call < 3; call += 1)
      expect(await ask('cerebras-gpt-oss-120b')).toMatchObject({
        status: 'failed',
        error: { code: 'provider_auth', retryable: false },
        attempts: 1,
      });
    answer = () => ({ content: 'fine' });
    expect(await ask('cerebras-gpt-oss-120b')).toMatchObject({ status: 'completed' });
  });
});

it('no key stands in a log, a metric or an answer', async () => {
  const metrics = await gateway.metrics();
  expect(metrics).toContain('assay_provider_key_resting{provider="groq",key="1"} 1');
  answer = () => ({ status: 401, message: 'the key canary-xai-1 is wrong' });
  const result = await ask('grok-4.3');
  expect(`${metrics}${gateway.logs()}${JSON.stringify(result)}`).not.toContain('canary');
  expect(gateway.logs()).not.toBe('');
});
