import { describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { type TestReply } from '../../support/gateways/test-gateway.ts';

/** What the providers behind these wires refuse, beyond each value's own range. */
function refusal({ provider, maxTokens = 0, turns, body, user }: SandboxCall): SandboxReply | undefined {
  const bodyJson = JSON.stringify(body);
  const isRefused =
    (provider === 'openai' && maxTokens < 16) ||
    (provider === 'bedrock' && turns[0]?.role !== 'user') ||
    (provider === 'google' &&
      /"cachedContent"/.test(bodyJson) &&
      /"tools"|"systemInstruction"/.test(bodyJson)) ||
    (provider === 'mistral' && maxTokens + Buffer.byteLength(user) / 4 > 262_144) ||
    (provider === 'mistral' && /"temperature":0,"top_p":0/.test(bodyJson));
  return isRefused ? { status: 400, message: 'refused by a rule of the provider' } : undefined;
}

const gateway = gatewayOfFile({ sandbox: { reply: refusal } });

async function ask(model: string, request: object): Promise<TestReply['body']> {
  gateway.upstream.clear();
  const { key } = await gateway.account(100_000);
  const answer = await gateway.post(key, { prompt: 'hi', models: [model], ...request });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const [result] = answer.body.results;
  const body: TestReply['body'] = gateway.upstream.requests()[0]?.body;
  const warnings = (result.warnings ?? []).map(
    ({ code, pointer }: Record<string, string>) => `${code} ${pointer}`,
  );
  return { result, body, warnings };
}

describe('an output cap', () => {
  it('below what the provider takes is raised to it, with a warning', async () => {
    const { result, body, warnings } = await ask('gpt-4o', { generation_settings: { maxTokens: 1 } });
    expect([result.status, body.max_output_tokens]).toEqual(['completed', 16]);
    expect(warnings).toEqual(['max_tokens_raised /generation_settings/maxTokens']);
  });

  it('that is raised is held for as well', async () => {
    const quote = async (maxTokens: number): Promise<number> => {
      const poor = await gateway.account(0);
      const request = { prompt: 'hi', models: ['gpt-4o'], generation_settings: { maxTokens } };
      return (await gateway.post(poor.key, request)).body.estimatedCreditsRequired;
    };
    expect(await quote(1)).toBe(await quote(16));
    expect(await quote(17)).toBeGreaterThan(await quote(16));
  });

  it('that reaches the context with the prompt is lowered, with a warning', async () => {
    const { result, body, warnings } = await ask('mistral-large-2512', {
      prompt: 'word '.repeat(2_000),
      generation_settings: { maxTokens: 262_144 },
    });
    expect([result.status, result.error]).toEqual(['completed', undefined]);
    expect(body.max_tokens).toBeGreaterThan(240_000);
    expect(warnings).toEqual(['max_tokens_lowered /generation_settings/maxTokens']);
  });

  it('that leaves room for the prompt is sent as it is', async () => {
    const { body, warnings } = await ask('mistral-large-2512', {
      generation_settings: { maxTokens: 200_000 },
    });
    expect([body.max_tokens, warnings]).toEqual([200_000, []]);
  });
});

describe('a history that begins with the assistant', () => {
  const history = [
    { role: 'user', content: ' ' },
    { role: 'assistant', content: 'Welcome.' },
  ];

  it('gets a user turn before it where the provider needs one, with a warning', async () => {
    const { result, body, warnings } = await ask('nova-lite', { history });
    expect(result.status).toBe('completed');
    expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(body.messages[1].content).toEqual([{ text: 'Welcome.' }]);
    expect(warnings).toEqual(['turn_added /history/0']);
  });

  it('is sent as it is to the others', async () => {
    const { body, warnings } = await ask('gpt-4o', { history: history.slice(1) });
    expect(body.input.map(({ role }: { role: string }) => role)).toEqual(['assistant', 'user']);
    expect(warnings).toEqual([]);
  });
});

it('temperature 0 sends the only top-p the provider takes beside it, with a warning', async () => {
  const cold = await ask('mistral-large-2512', { generation_settings: { temperature: 0, topP: 0.5 } });
  expect([cold.result.status, cold.body.temperature, cold.body.top_p]).toEqual(['completed', 0, 1]);
  expect(cold.warnings).toEqual(['parameter_adjusted /generation_settings/topP']);
  const warm = await ask('mistral-large-2512', { generation_settings: { temperature: 0.1, topP: 0.5 } });
  expect([warm.body.top_p, warm.warnings]).toEqual([0.5, []]);
});

describe('tuning that a provider refuses together', () => {
  const id = 'gemini-3.5-flash';
  const both = { webSearch: true, cachedContent: 'cachedContents/abc-1' };

  it.each([
    ['a model', { models: [id] }],
    ['a judge', { models: ['gpt-4o', 'gpt-4.1'], judges: [id] }],
  ])('is a 400 that names both parameters of %s', async (_name, request) => {
    const { key } = await gateway.account(100_000);
    const answer = await gateway.post(key, { prompt: 'hi', ...request, model_tuning: { [id]: both } });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      `/model_tuning/${id}/webSearch`,
      `/model_tuning/${id}/cachedContent`,
    ]);
    expect(answer.body.errors[0].message).toContain('cachedContent');
  });

  it('passes where one of the two is off, or the model is not asked', async () => {
    const off = await ask(id, { model_tuning: { [id]: { ...both, webSearch: false } } });
    expect([off.result.status, off.body.cachedContent]).toEqual(['completed', both.cachedContent]);
    const other = await ask('gpt-4o', { model_tuning: { [id]: both } });
    expect(other.result.status).toBe('completed');
  });
});
