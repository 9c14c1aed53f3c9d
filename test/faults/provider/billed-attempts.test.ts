import { beforeEach, expect, it } from 'vitest';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import type { TestAccount, TestReply } from '../../support/gateways/test-gateway.ts';
import { chatAnswer } from '../../support/servers/hostile-provider.ts';
import { slowIt } from '../../support/whole-run.ts';
import { gatewayOfFile, gatewayOfTest } from '../../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../../support/gateways/manifests-of-file.ts';

const MODEL = 'mistral-large-2512';
/** Of 1,000 tokens in at 0.50 and 100 out at 1.50 US dollars per million. */
const ONE_CALL = { usd: (1_000 * 0.5 + 100 * 1.5) / 1e6, credits: (1_000 * 0.5 + 100 * 1.5) / 1e4 };
/** A 200 that failed since the provider had too much to do, with its usage. */
const FAILED_IN_BAND = chatAnswer('').replace('"stop"', '"insufficient_system_resource"');
/** A 200 that failed over what was asked or answered, with its usage. */
const FAILED_OVER_CONTENT = chatAnswer('').replace('"stop"', '"error"');
const UNREADABLE = JSON.stringify({
  choices: 'none',
  usage: { prompt_tokens: 1_000, completion_tokens: 100 },
});

let account: TestAccount;
let reply: (call: SandboxCall) => SandboxReply | undefined;

const manifests = manifestsOfFile({
  mistral: {
    retries: '{ attempts: 3, firstPauseMs: 1, maxPauseMs: 1, maxRetryAfterMs: 0 }',
    maxReplyBytes: '100000',
    retryBudget: '{ percent: 100, perMinute: 1000 }',
  },
});
const gateway = gatewayOfFile({
  environment: { ASSAY_MANIFESTS: manifests },
  sandbox: { reply: (call) => reply(call) },
});
beforeEach(async () => {
  account = await gateway.account(100_000);
});

/** @param attempts the replies to the model's attempts, in turn. */
async function ask(attempts: readonly SandboxReply[], request: object = {}): Promise<Asked> {
  gateway.upstream.clear();
  reply = (call) => (call.model === MODEL ? attempts[call.attempt - 1] : undefined);
  const absorbed = await absorbedCredits();
  const before = await account.balance();
  const { status, body } = await gateway.post(account.key, { prompt: 'hi', models: [MODEL], ...request });
  expect(status, JSON.stringify(body)).toBe(200);
  const after = await account.balance();
  expect(after.reserved).toBe(0);
  expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
  return {
    result: body.results[0],
    paid: (before.posted - after.posted) / 1e6,
    borne: (await absorbedCredits()) - absorbed,
    recorded: await recordedCall(body.promptLogId),
  };
}

interface Asked {
  readonly result: TestReply['body'];
  /** Credits. */
  readonly paid: number;
  readonly borne: number;
  readonly recorded: TestReply['body'];
}

function absorbedCredits(): Promise<number> {
  return readMetric(gateway.operationsUrl, 'assay_credits_absorbed_total');
}

async function recordedCall(promptLogId: string): Promise<TestReply['body']> {
  return (await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`)).body.calls[0];
}

it('60 the operator pays for a failed attempt, and the caller for the answer', async () => {
  const { result, paid, borne, recorded } = await ask([{ raw: FAILED_IN_BAND }, { raw: chatAnswer('fine') }]);
  expect([result.status, result.output, result.attempts]).toEqual(['completed', 'fine', 2]);
  expect([result.tokensIn, result.tokensOut]).toEqual([1_000, 100]);
  expect(result.credits).toBeCloseTo(ONE_CALL.credits, 9);
  expect(paid).toBeCloseTo(ONE_CALL.credits, 9);
  expect(borne).toBeCloseTo(ONE_CALL.credits, 9);
  expect(result.providerCost).toBeCloseTo(2 * ONE_CALL.usd, 12);
  expect(recorded).toMatchObject({ tokensIn: 2_000, tokensOut: 200, attempts: 2 });
  expect(recorded.credits).toBeCloseTo(2 * ONE_CALL.credits, 9);
});

it('60 attempts with a cost are booked even if the last one reports no usage', async () => {
  const { result, paid, borne } = await ask([
    { raw: FAILED_IN_BAND },
    { raw: FAILED_IN_BAND },
    { status: 500 },
  ]);
  expect([result.status, result.attempts, result.credits, paid]).toEqual(['failed', 3, 0, 0]);
  expect(borne).toBeCloseTo(2 * ONE_CALL.credits, 9);
  expect(result.providerCost).toBeCloseTo(2 * ONE_CALL.usd, 12);
});

it('60 a billed reply that cannot be read is not requested again', async () => {
  const attempts = [UNREADABLE, UNREADABLE, UNREADABLE].map((raw) => ({ raw }));
  const { result, paid, borne } = await ask(attempts);
  expect([result.error.code, result.error.retryable, result.attempts]).toEqual(['malformed_reply', false, 1]);
  expect(paid).toBeCloseTo(ONE_CALL.credits, 9);
  expect(borne).toBe(0);
});

it('60 a billed reply that failed over its content is not requested again: the caller pays for it once', async () => {
  const { result, paid, borne } = await ask(
    [FAILED_OVER_CONTENT, FAILED_OVER_CONTENT].map((raw) => ({ raw })),
  );
  expect([result.error.code, result.error.retryable, result.attempts]).toEqual(['unavailable', true, 1]);
  expect(paid).toBeCloseTo(ONE_CALL.credits, 9);
  expect(borne).toBe(0);
});

it.each([
  ['whole', 'application/json', (json: string) => json],
  ['as events', 'text/event-stream', (json: string) => `data: ${json}\n\n`],
])('60 nor is one of Gemini that ends for a reason of its own and comes %s', async (_how, type, framed) => {
  const ended = {
    candidates: [{ content: { parts: [{ text: 'half' }] }, finishReason: 'OTHER' }],
    usageMetadata: { promptTokenCount: 1_000, candidatesTokenCount: 100 },
  };
  gateway.upstream.clear();
  reply = () => ({ raw: framed(JSON.stringify(ended)), headers: { 'content-type': type } });
  const absorbed = await absorbedCredits();
  const { body } = await gateway.post(account.key, { prompt: 'hi', models: ['gemini-3.5-flash'] });
  expect(body.results[0]).toMatchObject({ status: 'failed', attempts: 1, tokensIn: 1_000, tokensOut: 100 });
  expect([gateway.upstream.requests().length, (await absorbedCredits()) - absorbed]).toEqual([1, 0]);
  expect(body.creditsUsed).toBe(body.results[0].credits);
  expect(body.creditsUsed).toBeGreaterThan(0);
});

it('61 a reply that was too large is not requested again', async () => {
  const { result } = await ask(Array.from({ length: 3 }, () => ({ raw: chatAnswer('x'.repeat(200_000)) })));
  expect([result.error.code, result.error.retryable, result.attempts]).toEqual(['malformed_reply', false, 1]);
});

slowIt('60 the cost of a correction after a repeated attempt is added once', async () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } };
  const { result, paid, borne } = await ask(
    [{ raw: FAILED_IN_BAND }, { raw: chatAnswer('{"a":"x"}') }, { raw: chatAnswer('{"a":1}') }],
    { response_schema: { ...schema, additionalProperties: false } },
  );
  expect([result.schemaValid, result.attempts, result.tokensIn]).toEqual([true, 3, 2_000]);
  expect(paid).toBeCloseTo(2 * ONE_CALL.credits, 9);
  expect(borne).toBeCloseTo(ONE_CALL.credits, 9);
});

it('60 an impossible number of searches loses neither the answer nor the other models', async () => {
  const webSearchQueries = Array.from({ length: 10_001 }, (_, index) => `query ${index}`);
  const grounded = {
    candidates: [
      {
        content: { parts: [{ text: 'found' }] },
        finishReason: 'STOP',
        groundingMetadata: { webSearchQueries },
      },
    ],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10 },
  };
  reply = (call) => (call.provider === 'google' ? { raw: JSON.stringify(grounded) } : { content: 'fine' });
  const id = 'gemini-3.5-flash';
  const request = { prompt: 'hi', models: [id, 'gpt-4o'], model_tuning: { [id]: { webSearch: true } } };
  const { status, body } = await gateway.post(account.key, request);
  expect([status, body.results[1]?.output]).toEqual([200, 'fine']);
  expect(body.results[0]).toMatchObject({
    status: 'completed',
    output: 'found',
    tokensIn: 100,
    tokensOut: 10,
  });
  // 10,000 searches at 14 US dollars per thousand.
  expect(body.results[0].providerCost).toBeCloseTo(140, 1);
  expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
});

it('usage without an exact price withholds that answer, and no other model’s', async () => {
  const strained = await gatewayOfTest({
    sandbox: {
      reply: ({ model }) => ({
        content: 'an answer',
        usage:
          model === 'o3-pro' ? { inputTokens: 1e8, outputTokens: 1e8 } : { inputTokens: 9, outputTokens: 9 },
      }),
    },
    environment: { ASSAY_CREDITS_PER_USD: '1000000' },
  });
  const { key } = await strained.account(1_000_000_000);
  const { status, body } = await strained.post(key, { prompt: 'hi', models: ['o3-pro', MODEL] });
  expect(status).toBe(200);
  expect(body.results).toMatchObject([
    { status: 'failed', output: '', credits: 0, error: { code: 'malformed_reply' } },
    { status: 'completed', output: 'an answer' },
  ]);
  expect(body.creditsUsed).toBeGreaterThan(0);
  expect(await strained.admin((ledger) => ledger.check())).toEqual([]);
});
