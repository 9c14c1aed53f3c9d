import OpenAI from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { cases } from '../../support/whole-run.ts';

const STEPS = cases(50);
const TOOLS = [
  { type: 'function' as const, function: { name: 'get_weather', parameters: { type: 'object' } } },
];
/** Compression makes a difference of a letter or so. */
const MAX_VARIATION = 16;

const gateway = gatewayOfFile({ sandbox: { reply } });
const account = accountOfFile(gateway, 100_000);
let client: OpenAI;
beforeAll(() => {
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
beforeEach(() => gateway.upstream.clear());

/** Calls at every step, with a thought of its own that the provider wants back. */
function reply({ provider, turns }: SandboxCall): SandboxReply {
  const step = String(turns.filter(({ role }) => role === 'tool').length).padStart(2, '0');
  const json = `{"step":"${step}"}`;
  if (provider !== 'google')
    return { content: '', reasoning: `thought ${step}`, calls: [{ name: 'get_weather', arguments: json }] };
  const part = {
    functionCall: { name: 'get_weather', args: { step } },
    thoughtSignature: `c2lnbmF0dXJl${step}AA`,
  };
  const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 };
  return {
    raw: JSON.stringify({ candidates: [candidate], usageMetadata, modelVersion: 'gemini-3.5-flash' }),
  };
}

/** The values of some names in a body, in their order. */
function valuesOf(body: unknown, names: readonly string[]): readonly string[] {
  const carriedValues: string[] = [];
  JSON.stringify(body, (name, value: unknown) => {
    if (names.includes(name) && typeof value === 'string') carriedValues.push(value);
    return value;
  });
  return carriedValues;
}

/** By format: the names of the IDs of calls and results, the form of an ID, and the names of the values that return with each call. */
const FORMATS = [
  ['gpt-5.4', ['call_id'], /^call_[\w-]{16}$/, ['encrypted_content']],
  ['claude-opus-4-7', ['id', 'tool_use_id'], /^toolu_[\w-]{16}$/, ['thinking']],
  ['gemini-3.5-flash', [], /^$/, ['thoughtSignature']],
  ['nova-2-lite', ['toolUseId'], /^toolu_[\w-]{16}$/, []],
  ['mistral-small-2603', ['id', 'tool_call_id'], /^[A-Za-z0-9]{9}$/, []],
  ['deepseek-flash', ['id', 'tool_call_id'], /^call_[\w-]{16}$/, ['reasoning_content']],
] as const;

describe.each(FORMATS)('a loop of many calls with %s', (model, idNames, form, carriedNames) => {
  it('sends each ID and what it carries as before, and gives IDs that do not grow', async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Weather?' }];
    const callIds: string[] = [];
    for (let step = 0; step < STEPS; step += 1) {
      const request = { model, messages, tools: TOOLS, reasoning_effort: 'high' as const };
      // Every other answer is streamed.
      const { choices } =
        step % 2 === 0
          ? await client.chat.completions.create(request)
          : await client.chat.completions.stream(request).finalChatCompletion();
      const [call] = choices[0]?.message.tool_calls ?? [];
      if (call?.type !== 'function') throw new Error('no call');
      const {
        id,
        type,
        function: { name, arguments: json },
      } = call;
      callIds.push(id);
      messages.push(
        { role: 'assistant', content: null, tool_calls: [{ id, type, function: { name, arguments: json } }] },
        { role: 'tool', tool_call_id: id, content: `result ${step}` },
      );
    }
    expect(new Set(callIds).size).toBe(STEPS);
    const lengths = callIds.map(({ length }) => length);
    expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThan(MAX_VARIATION);
    const bodies = gateway.upstream.requests().map(({ body }) => body);
    expect(bodies).toHaveLength(STEPS);
    for (const names of [idNames, carriedNames]) {
      let before: readonly string[] = [];
      for (const [step, body] of bodies.entries()) {
        const values = valuesOf(body, names);
        expect(values.slice(0, before.length)).toEqual(before);
        // A call and its result have the same ID.
        expect(values).toHaveLength(names.length === 0 ? 0 : names === idNames ? 2 * step : step);
        before = values;
      }
      if (names !== idNames) continue;
      expect(before.every((id) => form.test(id))).toBe(true);
      expect(new Set(before).size).toBe(before.length / 2);
    }
  });
});
