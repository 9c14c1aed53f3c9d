import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registry } from '../contract/registry-on-disk.ts';
import type { SandboxCall, SandboxReply } from '../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../support/gateways/gateway-of-file.ts';

/** Replaced by each test that scripts the upstream. */
let reply: (call: SandboxCall) => SandboxReply | undefined = () => undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });

const FOUR = ['gpt-4o', 'claude-haiku-4-5', 'gemini-2.5-flash', 'nova-micro'];

describe('POST /api/v1/prompt', () => {
  it('runs every model of the registry on its own wire, under its own upstream name', async () => {
    reply = () => undefined;
    gateway.upstream.clear();
    const { key, balance } = await gateway.account(100_000);
    const models = registry.models.map(({ id }) => id);
    const { status, body } = await gateway.post(key, { prompt: 'Say which model you are.', models });

    expect(status).toBe(200);
    expect(body.results.map((result: { modelId: string }) => result.modelId)).toEqual(models);
    expect(new Set(body.results.map((result: { status: string }) => result.status))).toEqual(
      new Set(['completed']),
    );
    const counts = gateway.upstream.callCounts();
    expect([...counts.keys()].toSorted()).toEqual(
      [...new Set(registry.models.map(({ upstream }) => upstream))].toSorted(),
    );
    for (const result of body.results) {
      expect(result).toMatchObject({
        output: expect.stringMatching(/\S/),
        tokensIn: expect.any(Number),
        tokensOut: expect.any(Number),
        attempts: 1,
      });
      expect(result.providerCost).toBeGreaterThan(0);
    }
    const charged = body.results.reduce(
      (sum: number, { credits }: { credits: number }) => sum + Math.round(credits * 1e6),
      0,
    );
    expect(Math.round(body.creditsUsed * 1e6)).toBe(charged);
    expect(await balance()).toEqual({ posted: 100_000_000_000 - charged, reserved: 0 });
    expect(body.evaluations).toEqual([]);
    expect(body.promptLogId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('runs one ID twice where it is named twice, in request order', async () => {
    reply = ({ attempt }) => ({ content: `answer ${attempt}` });
    gateway.upstream.clear();
    const { key } = await gateway.account(1_000);
    const { body } = await gateway.post(key, {
      prompt: 'hi',
      models: ['gpt-4o', 'mistral-large-2512', 'gpt-4o'],
    });
    expect(body.results.map((result: { modelId: string }) => result.modelId)).toEqual([
      'gpt-4o',
      'mistral-large-2512',
      'gpt-4o',
    ]);
    expect(gateway.upstream.callCounts().get('gpt-4o')).toBe(2);
  });

  it('fails only the models of a provider that is down, and charges only the rest', async () => {
    reply = ({ provider }) =>
      provider === 'anthropic'
        ? { connection: 'reset' }
        : { content: 'fine', usage: { inputTokens: 1_000, outputTokens: 100 } };
    const { key, balance } = await gateway.account(1_000);
    const { status, body } = await gateway.post(key, { prompt: 'hi', models: FOUR });
    expect(status).toBe(200);
    expect(body.results.map((result: { status: string }) => result.status)).toEqual([
      'completed',
      'failed',
      'completed',
      'completed',
    ]);
    expect(body.results[1]).toMatchObject({
      output: '',
      tokensIn: 0,
      tokensOut: 0,
      providerCost: 0,
      credits: 0,
      error: { code: 'unavailable', retryable: true },
      attempts: 3,
    });
    expect(body.results[1].finishReason).toBeUndefined();
    // gpt-4o 2.50/10.00, gemini-2.5-flash 0.30/2.50, nova-micro 0.035/0.14 USD per million tokens; a credit is a cent.
    expect(body.creditsUsed).toBeCloseTo(0.35 + 0.055 + 0.0049, 9);
    expect(await balance()).toEqual({ posted: 1_000_000_000 - 409_900, reserved: 0 });
  });

  it.each<[string, SandboxReply, string, boolean]>([
    ['a 402 of the provider', { status: 402 }, 'provider_auth', false],
    ['a 400', { status: 400 }, 'rejected', false],
    ['a cut in the body', { connection: 'resetMidBody' }, 'unavailable', true],
  ])('turns %s into a failed result', async (_name, fault, code, retryable) => {
    reply = ({ provider }) => (provider === 'mistral' ? fault : undefined);
    const { key, balance } = await gateway.account(1_000);
    const { status, body } = await gateway.post(key, { prompt: 'hi', models: ['mistral-large-2512'] });
    expect(status).toBe(200);
    expect(body.results[0]).toMatchObject({ status: 'failed', output: '', error: { code, retryable } });
    expect(JSON.stringify(body)).not.toContain('sk-secret');
    expect(body.creditsUsed).toBe(0);
    expect(await balance()).toEqual({ posted: 1_000_000_000, reserved: 0 });
  });

  it('tries again what may pass, and says how often', async () => {
    reply = ({ attempt }) => (attempt < 3 ? { status: 503 } : { content: 'at last' });
    gateway.upstream.clear();
    const { key } = await gateway.account(1_000);
    const { body } = await gateway.post(key, { prompt: 'hi', models: ['grok-4.3'] });
    expect(body.results[0]).toMatchObject({ status: 'completed', output: 'at last', attempts: 3 });
  });

  it('never charges an account with worst-case holds more than it held', async () => {
    reply = () => ({ content: 'x', usage: { inputTokens: 90_000_000, outputTokens: 90_000_000 } });
    const { key, balance } = await gateway.account(1_000, { holds: 'worst' });
    const { body } = await gateway.post(key, {
      prompt: 'hi',
      models: ['ministral-3b-2512'],
      generation_settings: { maxTokens: 10 },
    });
    expect(body.creditsUsed).toBeLessThan(1);
    expect((await balance()).posted).toBe(1_000_000_000 - Math.round(body.creditsUsed * 1e6));
  });

  it('says what it changed for a model, and changes nothing for the others', async () => {
    reply = () => undefined;
    gateway.upstream.clear();
    const { key } = await gateway.account(10_000);
    const { body } = await gateway.post(key, {
      prompt: 'hi',
      models: ['claude-haiku-4-5', 'gpt-5', 'gpt-4o'],
      generation_settings: { temperature: 1.5, topP: 0.9, maxTokens: 100_000 },
    });
    const warnings = body.results.map((result: { warnings?: { code: string; pointer: string }[] }) =>
      (result.warnings ?? []).map(({ code, pointer }) => `${code} ${pointer}`),
    );
    expect(warnings).toEqual([
      [
        'parameter_adjusted /generation_settings/temperature',
        'parameter_left_out /generation_settings/topP',
        'max_tokens_lowered /generation_settings/maxTokens',
      ],
      ['parameter_left_out /generation_settings/temperature', 'parameter_left_out /generation_settings/topP'],
      ['max_tokens_lowered /generation_settings/maxTokens'],
    ]);
    const sent = new Map(
      gateway.upstream.requests().map(({ model, body: wire }) => [model, wire as Record<string, unknown>]),
    );
    expect(sent.get('claude-haiku-4-5')).toMatchObject({ temperature: 1, max_tokens: 64_000 });
    expect(sent.get('claude-haiku-4-5')).not.toHaveProperty('top_p');
    expect(sent.get('gpt-5')).not.toHaveProperty('temperature');
    expect(sent.get('gpt-4o')).toMatchObject({ temperature: 1.5, top_p: 0.9, max_output_tokens: 16_384 });
  });

  it('fails a model that cannot read a file before anything is spent, and runs the others', async () => {
    reply = ({ files }) => ({ content: `saw ${files}` });
    gateway.upstream.clear();
    const { key } = await gateway.account(10_000);
    const png = readFileSync(join(import.meta.dirname, '../fixtures/pixel.png')).toString('base64');
    const attachments = [{ name: 'pixel.png', type: 'image/png', base64: png }];
    const { body } = await gateway.post(key, {
      prompt: 'What is this?',
      models: ['gpt-4o', 'codestral-2508', 'nova-lite'],
      attachments,
    });
    expect(body.results[0]).toMatchObject({ status: 'completed', output: 'saw 1' });
    expect(body.results[1]).toMatchObject({
      status: 'failed',
      error: { code: 'attachment_unsupported' },
      attempts: 0,
    });
    expect(body.results[2]).toMatchObject({ status: 'completed', output: 'saw 1' });
    expect(gateway.upstream.callCounts().has('codestral-2508')).toBe(false);
  });

  it('checks every output against the caller’s schema, and says how it was asked for', async () => {
    const schema = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    reply = ({ model }) => ({
      content: model.startsWith('claude')
        ? 'Here: ```json\n{"n":1}\n```'
        : model === 'mistral-large-2512'
          ? 'Sure! {"n":2} Done.'
          : '{"n":"three"}',
    });
    const { key } = await gateway.account(10_000);
    const { body } = await gateway.post(key, {
      prompt: 'n?',
      models: ['gpt-4o', 'claude-haiku-4-5', 'mistral-large-2512', 'nova-lite'],
      response_schema: schema,
    });
    expect(
      body.results.map(
        ({ schemaEnforcement, schemaValid }: { schemaEnforcement: string; schemaValid: boolean }) => [
          schemaEnforcement,
          schemaValid,
        ],
      ),
    ).toEqual([
      ['native', false],
      ['instruction', true],
      ['instruction', true],
      ['forcedTool', false],
    ]);
    expect(body.results[1].output).toBe('{"n":1}');
    expect(body.results[2].output).toBe('{"n":2}');
  });
});

describe('the answer as events', () => {
  it('sends each result as its model ends, then the very body the plain call returns', async () => {
    reply = ({ model }) => ({ content: model, delayMs: model === 'gpt-4o' ? 150 : 0 });
    const { key, balance } = await gateway.account(1_000);
    const { status, headers, body } = await gateway.post(
      key,
      { prompt: 'hi', models: ['gpt-4o', 'mistral-large-2512'] },
      { accept: 'text/event-stream' },
    );
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    const events = [...String(body).matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
      .map(([, event, data]) => ({ event, data: JSON.parse(data ?? '') }))
      .filter(({ event }) => event !== 'delta');
    expect(events.map(({ event }) => event)).toEqual(['started', 'result', 'result', 'done']);
    expect(events.map(({ data }) => data.index)).toEqual([undefined, 1, 0, undefined]);
    const done = events[3]?.data;
    expect(events[0]?.data.promptLogId).toBe(done.promptLogId);
    expect(headers.get('x-prompt-log-id')).toBe(done.promptLogId);
    expect(events[0]?.data.creditsHeld).toBeGreaterThanOrEqual(done.creditsUsed);
    expect(done.results.map((result: { output: string }) => result.output)).toEqual([
      'gpt-4o',
      'mistral-large-2512',
    ]);
    expect((await balance()).posted).toBe(1_000_000_000 - Math.round(done.creditsUsed * 1e6));
  });

  it('answers an error before the stream as a problem', async () => {
    const { key } = await gateway.account(0);
    const { status, body } = await gateway.post(
      key,
      { prompt: 'hi', models: ['gpt-4o'] },
      { accept: 'text/event-stream' },
    );
    expect(status).toBe(402);
    expect(body.estimatedCreditsRequired).toBeGreaterThan(0);
  });
});
