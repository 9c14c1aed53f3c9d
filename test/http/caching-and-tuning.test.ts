import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseDocument } from 'yaml';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import type { TestGateway, TestReply } from '../support/gateways/test-gateway.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { manifestsOfFile } from '../support/gateways/manifests-of-file.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined = () => undefined;

const manifests = manifestsOfFile();
/** Takes a number, as servers that operators run themselves do. */
const TUNED = 'gpt-oss-20b';
const groq = join(manifests, 'groq.yaml');
const manifest = parseDocument(readFileSync(groq, 'utf8'));
manifest.setIn(['tuning', 'local'], {
  repetitionPenalty: {
    description: 'Above 1, words that were used come back less often.',
    type: 'number',
    minimum: 0.5,
    maximum: 2,
    'x-wire': '/repetition_penalty',
  },
});
const { models } = manifest.toJS() as { readonly models: readonly { readonly id: string }[] };
manifest.setIn(['models', models.findIndex(({ id }) => id === TUNED), 'tuning'], 'local');
writeFileSync(groq, manifest.toString());

const gateway = gatewayOfFile({
  sandbox: { reply: (call) => reply(call) },
  environment: { ASSAY_MANIFESTS: manifests },
});

const ephemeral = { cache_control: { type: 'ephemeral' } };

async function send(body: object, key?: string): Promise<Awaited<ReturnType<TestGateway['post']>>> {
  gateway.upstream.clear();
  const answer = await gateway.post(key ?? (await gateway.account(100_000)).key, { prompt: 'hi', ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}

const bodyOf = (model: string): TestReply['body'] =>
  gateway.upstream.requests().find((request) => request.model === model)?.body;

describe('explicit caching', () => {
  it('reaches the provider that takes breakpoints in its own shape, and the others as plain text', async () => {
    reply = () => undefined;
    await send({
      models: ['claude-sonnet-4-6', 'gpt-4o', 'mistral-large-2512', 'nova-lite', 'gemini-2.5-flash'],
      system_prompt: [
        { type: 'text', text: 'Rules.', ...ephemeral },
        { type: 'text', text: 'More.' },
      ],
      history: [
        { role: 'user', content: 'Before.', ...ephemeral },
        { role: 'assistant', content: 'Yes.' },
      ],
    });
    expect(bodyOf('claude-sonnet-4-6')).toMatchObject({
      system: [
        { type: 'text', text: 'Rules.', ...ephemeral },
        { type: 'text', text: 'More.' },
      ],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Before.', ...ephemeral }] },
        { role: 'assistant' },
        { role: 'user' },
      ],
    });
    expect(bodyOf('gpt-4o')).toMatchObject({ instructions: 'Rules.\n\nMore.' });
    for (const model of ['gpt-4o', 'mistral-large-2512', 'amazon.nova-lite-v1:0', 'gemini-2.5-flash']) {
      expect(JSON.stringify(bodyOf(model))).not.toMatch(/cache_control|cachePoint|ephemeral/);
    }
  });

  it('reads, prices and returns what was cached and written', async () => {
    reply = () => ({
      content: 'ok',
      usage: { inputTokens: 10_000, cachedTokens: 6_000, cacheWriteTokens: 3_000, outputTokens: 100 },
    });
    const { body } = await send({ models: ['claude-sonnet-4-6'] });
    // 1,000 at 3.00, 6,000 at 0.30, 3,000 at 3.75 and 100 out at 15.00 USD per million tokens.
    const usd = (1_000 * 3 + 6_000 * 0.3 + 3_000 * 3.75 + 100 * 15) / 1e6;
    expect(body.results[0]).toMatchObject({
      tokensIn: 10_000,
      tokensCached: 6_000,
      tokensCacheWritten: 3_000,
      tokensOut: 100,
      providerCost: usd,
    });
    expect(body.results[0].credits).toBeCloseTo(usd * 100, 9);
  });

  it.each([
    // The contract's discount to the caller; the provider's own price to the operator.
    ['gpt-4.1', (1_000 * 2 + 9_000 * 2 * 0.5 + 100 * 8) / 1e6, (1_000 * 2 + 9_000 * 0.5 + 100 * 8) / 1e6],
    [
      'deepseek-v4-pro',
      (1_000 * 1.32 + 9_000 * 1.32 * 0.1 + 100 * 3.96) / 1e6,
      (1_000 * 1.32 + 9_000 * 0.044 + 100 * 3.96) / 1e6,
    ],
    [
      'mistral-large-2512',
      (1_000 * 0.5 + 9_000 * 0.05 + 100 * 1.5) / 1e6,
      (1_000 * 0.5 + 9_000 * 0.05 + 100 * 1.5) / 1e6,
    ],
  ])('charges %s the promised discount and books the provider’s', async (model, chargedUsd, billedUsd) => {
    reply = () => ({ content: 'ok', usage: { inputTokens: 10_000, cachedTokens: 9_000, outputTokens: 100 } });
    const { body } = await send({ models: [model] });
    expect(body.results[0].credits).toBeCloseTo(chargedUsd * 100, 6);
    expect(body.results[0].providerCost).toBeCloseTo(billedUsd, 9);
  });

  it('names a cached resource without the fields that forbid it', async () => {
    reply = () => undefined;
    await send({
      models: ['gemini-3.5-flash'],
      system_prompt: 'Be kind.',
      model_tuning: { 'gemini-3.5-flash': { cachedContent: 'cachedContents/abc-1' } },
    });
    const body = bodyOf('gemini-3.5-flash');
    expect(body.cachedContent).toBe('cachedContents/abc-1');
    expect(body).not.toHaveProperty('systemInstruction');
    expect(JSON.stringify(body.contents[0])).toContain('Be kind.');
  });
});

describe('the prompt cache key', () => {
  const keyOf = async (body: object, key: string): Promise<unknown> => {
    await send({ models: ['gpt-4o', 'mistral-large-2512', 'grok-4.3'], ...body }, key);
    expect(bodyOf('grok-4.3')).not.toHaveProperty('prompt_cache_key');
    expect(bodyOf('mistral-large-2512').prompt_cache_key).toBe(bodyOf('gpt-4o').prompt_cache_key);
    return bodyOf('gpt-4o').prompt_cache_key;
  };

  it('is the same for one account and system text, another for another, and absent under zero retention', async () => {
    reply = () => undefined;
    const [one, other] = [await gateway.account(100_000), await gateway.account(100_000)];
    const first = await keyOf({ system_prompt: 'Rules.' }, one.key);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(await keyOf({ system_prompt: 'Rules.', prompt: 'something else' }, one.key)).toBe(first);
    expect(await keyOf({ system_prompt: 'Other rules.' }, one.key)).not.toBe(first);
    expect(await keyOf({ system_prompt: 'Rules.' }, other.key)).not.toBe(first);
    expect(await keyOf({ system_prompt: 'Rules.', zero_data_retention: true }, one.key)).toBeUndefined();
  });

  it('cannot be computed from the text and a guess at the account', async () => {
    reply = () => undefined;
    const { key } = await gateway.account(100_000);
    const sentKey = await keyOf({ system_prompt: 'Rules.' }, key);
    const guesses = Array.from({ length: 100 }, (_, accountId) =>
      hash('sha256', JSON.stringify([accountId, hash('sha256', 'Rules.')])).slice(0, 32),
    );
    expect(guesses).not.toContain(sentKey);
  });
});

describe('tuning', () => {
  it('takes a number within its bounds, sends it as it is, and tells callers of it', async () => {
    reply = () => undefined;
    await send({ models: [TUNED], model_tuning: { [TUNED]: { repetitionPenalty: 1.05 } } });
    expect(gateway.upstream.requests()[0]?.body).toMatchObject({ repetition_penalty: 1.05 });
    const { key } = await gateway.account(100_000);
    const refused = await gateway.post(key, {
      prompt: 'hi',
      models: [TUNED],
      model_tuning: { [TUNED]: { repetitionPenalty: 2.5 } },
    });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: `/model_tuning/${TUNED}/repetitionPenalty` })],
    ]);
    const { body: listed } = await gateway.get(key, '/api/v1/models');
    const { models } = listed as TestReply['body'];
    expect(models.find(({ id }: { id: string }) => id === TUNED).tuning.repetitionPenalty).toMatchObject({
      type: 'number',
      minimum: 0.5,
      maximum: 2,
    });
  });

  it.each<[string, string, object, object, readonly string[]]>([
    [
      'claude-opus-4-6',
      'claude-opus-4-6',
      { thinkingBudget: 2_000 },
      { thinking: { type: 'enabled', budget_tokens: 2_000 } },
      [],
    ],
    [
      'claude-opus-4-7',
      'claude-opus-4-7',
      { thinkingBudget: 5_000 },
      { thinking: { type: 'adaptive' }, output_config: { effort: 'medium' } },
      ['tuning_approximated'],
    ],
    [
      'gemini-3.5-flash',
      'gemini-3.5-flash',
      { thinkingBudget: 0 },
      { generationConfig: { thinkingConfig: { thinkingLevel: 'MINIMAL' } } },
      ['tuning_approximated'],
    ],
    ['gpt-5.4', 'gpt-5.4', { reasoningEffort: 'high' }, { reasoning: { effort: 'high' }, store: false }, []],
    [
      'grok-4.5',
      'grok-4.5',
      { reasoningEffort: 'none' },
      { reasoning_effort: 'low' },
      ['tuning_approximated'],
    ],
    ['grok-4.3', 'grok-4.3', { reasoningEffort: 'none' }, { reasoning_effort: 'none' }, []],
    ['cerebras-gpt-oss-120b', 'gpt-oss-120b', { reasoningEffort: 'low' }, { reasoning_effort: 'low' }, []],
  ])('of %s reaches the wire as it must', async (model, upstream, tuning, wire, warnings) => {
    reply = () => undefined;
    const { body } = await send({ models: [model], model_tuning: { [model]: tuning } });
    expect(bodyOf(upstream)).toMatchObject(wire);
    expect((body.results[0].warnings ?? []).map(({ code }: { code: string }) => code)).toEqual(warnings);
  });

  it('searches the web for its fee, and holds for it', async () => {
    reply = () => ({
      content: 'found',
      usage: { inputTokens: 100, outputTokens: 10, searchQueries: ['a', 'b', 'a', ''] },
    });
    const request = {
      models: ['gemini-3.5-flash'],
      model_tuning: { 'gemini-3.5-flash': { webSearch: true } },
    };
    const { body } = await send(request);
    expect(bodyOf('gemini-3.5-flash')).toMatchObject({ tools: [{ googleSearch: {} }] });
    // Two distinct queries at 14 USD per thousand, beside the tokens at 1.50 and 9.00 per million.
    const usd = 2 * 0.014 + (100 * 1.5 + 10 * 9) / 1e6;
    expect(body.results[0].providerCost).toBeCloseTo(usd, 9);
    expect(body.creditsUsed).toBeCloseTo(usd * 100, 6);
    const poor = await gateway.account(0, { holds: 'worst' });
    const hold = async (extra: object) =>
      (await gateway.post(poor.key, { prompt: 'hi', models: ['gemini-3.5-flash'], ...extra })).body
        .estimatedCreditsRequired;
    expect((await hold(request)) - (await hold({}))).toBeGreaterThan(14);
  });

  it('without a search costs no fee', async () => {
    reply = () => ({ content: 'x', usage: { inputTokens: 100, outputTokens: 10 } });
    const { body } = await send({
      models: ['gemini-3.5-flash'],
      model_tuning: { 'gemini-3.5-flash': { webSearch: false } },
    });
    expect(bodyOf('gemini-3.5-flash')).not.toHaveProperty('tools');
    expect(body.results[0].providerCost).toBeCloseTo((100 * 1.5 + 10 * 9) / 1e6, 9);
  });
});
