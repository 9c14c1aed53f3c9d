import { createOpenAI } from '@ai-sdk/openai';
import { Ajv } from 'ajv';
import { generateText, stepCountIs, tool } from 'ai';
import OpenAI from 'openai';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { scriptedReply } from '../../core/sandbox/run/scripted.ts';
import type { SandboxProvider } from '../../core/sandbox/contract.ts';
import { valueAt } from '../../core/sandbox/json.ts';
import { accountOfFile, gatewayOfFile } from '../support/gateways/gateway-of-file.ts';
import { startUpstream } from '../support/servers/sandbox-of-test.ts';
import { sampleOf, sendSample } from './samples.ts';

const gateway = gatewayOfFile({ sandbox: { reply: scriptedReply } });
const account = accountOfFile(gateway, 1_000);
let client: OpenAI;
beforeAll(() => {
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});

/** One of each format. */
const MODELS = ['gpt-5.4', 'claude-haiku-4-5', 'gemini-3.5-flash', 'nova-2-lite', 'mistral-small-2603'];
const FUNCTIONS: Readonly<Record<string, object>> = {
  get_weather: {
    type: 'object',
    properties: {
      city: { type: 'string' },
      unit: { enum: ['C', 'F'] },
      days: { type: 'integer', minimum: 1, maximum: 7 },
    },
    required: ['city', 'unit'],
    additionalProperties: false,
  },
  add_order: {
    type: 'object',
    properties: {
      lines: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          properties: { sku: { type: 'string', pattern: '^[A-Z]{3}$' }, count: { type: 'number' } },
          required: ['sku', 'count'],
        },
      },
    },
    required: ['lines'],
  },
  ping: { type: 'object', properties: {} },
};
const TOOLS = Object.entries(FUNCTIONS).map(([name, parameters]) => ({
  type: 'function' as const,
  function: { name, description: 'A function.', parameters: { ...parameters } },
}));
const ajv = new Ajv();

interface Called {
  readonly name: string;
  readonly isValid: boolean;
}

/** Runs the loop that the client's package has for it. */
async function loop(
  model: string,
  isStreamed: boolean,
  more: Pick<OpenAI.ChatCompletionCreateParams, 'parallel_tool_calls'> & {
    readonly tool_choice?: 'required' | 'none';
  } = {},
): Promise<{ readonly called: readonly Called[]; readonly text: string | null }> {
  const called: Called[] = [];
  const run = {
    model,
    messages: [{ role: 'user' as const, content: 'How is the weather?' }],
    tools: TOOLS.map(({ type, function: one }) => ({
      type,
      function: {
        ...one,
        parse: JSON.parse,
        function: (args: object) => {
          called.push({ name: one.name, isValid: ajv.validate(FUNCTIONS[one.name] ?? false, args) });
          return 'done';
        },
      },
    })),
    ...more,
  };
  const runner = isStreamed
    ? client.chat.completions.runTools({ ...run, stream: true })
    : client.chat.completions.runTools(run);
  return { text: await runner.finalContent(), called };
}

const ALL = Object.keys(FUNCTIONS).map((name) => ({ name, isValid: true }));

describe.each(MODELS)('a loop with %s that nobody scripted', (model) => {
  it.each([true, false])(
    'calls each function once with valid arguments, then ends in text; streamed: %s',
    async (isStreamed) => {
      const { called, text } = await loop(model, isStreamed);
      expect(called).toEqual(ALL);
      expect(text).toContain('How is the weather?');
    },
  );

  it('ends although a call is required, and calls nothing where none may be', async () => {
    expect((await loop(model, true, { tool_choice: 'required' })).called).toEqual(ALL);
    if (model !== 'nova-2-lite')
      expect((await loop(model, true, { tool_choice: 'none' })).called).toEqual([]);
  });

  it.each([true, false])(
    'calls only the function it must, by its own schema; streamed: %s',
    async (stream) => {
      const messages = [{ role: 'user' as const, content: 'Order.' }];
      const asked = {
        model,
        messages,
        tools: TOOLS,
        tool_choice: { type: 'function' as const, function: { name: 'add_order' } },
      };
      const answer = stream
        ? await client.chat.completions.stream({ ...asked, stream }).finalChatCompletion()
        : await client.chat.completions.create({ ...asked, stream });
      const calls = (answer.choices[0]?.message.tool_calls ?? []).map((call) =>
        call.type === 'function' ? call.function : undefined,
      );
      expect(calls.map((call) => call?.name)).toEqual(['add_order']);
      const args: unknown = JSON.parse(calls[0]?.arguments ?? '');
      expect(ajv.validate(FUNCTIONS['add_order'] ?? false, args), calls[0]?.arguments).toBe(true);
    },
  );
});

it('calls one at a time if the client takes no parallel calls', async () => {
  const { called, text } = await loop('claude-haiku-4-5', true, { parallel_tool_calls: false });
  expect(called).toEqual(ALL);
  expect(text).toContain('How is the weather?');
  const results = gateway.upstream
    .requests()
    .map(({ body }) => JSON.stringify(body).split('tool_result').length);
  expect(results.slice(-4)).toEqual([1, 2, 3, 4]);
});

it('answers a forced call in text once its result is there, and calls again for the next question', async () => {
  const ask = async (input: OpenAI.Responses.ResponseInput) => {
    const { output, output_text: text } = await client.responses.create({
      model: 'claude-haiku-4-5',
      input,
      tools: TOOLS.map((one) => ({ ...one.function, type: 'function', strict: false })),
      tool_choice: { type: 'function', name: 'ping' },
      store: false,
    });
    return { calls: output.filter(({ type }) => type === 'function_call'), text };
  };
  const question = { role: 'user' as const, content: 'Ping?' };
  const first = await ask([question]);
  expect(first.calls).toMatchObject([{ name: 'ping', arguments: '{}' }]);
  const [call] = first.calls;
  if (call?.type !== 'function_call') throw new Error('no call');
  const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'pong' };
  const second = await ask([question, call, result]);
  expect(second).toEqual({ calls: [], text: expect.stringContaining('Ping?') });
  const next = await ask([question, call, result, { role: 'assistant', content: second.text }, question]);
  expect(next.calls).toMatchObject([{ name: 'ping' }]);
});

it('ends a loop of the AI SDK', async () => {
  const { text, steps } = await generateText({
    model: createOpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` }).chat('gemini-3.5-flash'),
    prompt: 'How is the weather?',
    tools: { look: tool({ inputSchema: z.object({ city: z.string() }), execute: async () => 'sunny' }) },
    stopWhen: stepCountIs(9),
  });
  expect(steps[0]?.toolCalls).toMatchObject([{ toolName: 'look', input: { city: expect.any(String) } }]);
  expect([steps.length, text]).toEqual([2, expect.stringContaining('How is the weather?')]);
});

const WEATHER = { name: 'get_weather', parameters: FUNCTIONS['get_weather'] };
const INPUT = { city: expect.any(String), unit: expect.stringMatching(/^[CF]$/), days: expect.any(Number) };
/** Of a reply that comes whole: what is sent, where its call is, and the call as the format writes it. */
const WHOLE: readonly [SandboxProvider, extra: object, pointer: string, call: object][] = [
  [
    'openai',
    { tools: [{ type: 'function', ...WEATHER }] },
    '/output/0',
    { type: 'function_call', name: 'get_weather', arguments: expect.stringContaining('"unit"') },
  ],
  [
    'anthropic',
    { tools: [{ name: 'get_weather', input_schema: WEATHER.parameters }] },
    '/content/0',
    { type: 'tool_use', name: 'get_weather', input: INPUT },
  ],
  [
    'google',
    {
      tools: [{ functionDeclarations: [{ name: 'get_weather', parametersJsonSchema: WEATHER.parameters }] }],
    },
    '/candidates/0/content/parts/0/functionCall',
    { name: 'get_weather', args: INPUT },
  ],
  [
    'bedrock',
    {
      toolConfig: {
        tools: [{ toolSpec: { name: 'get_weather', inputSchema: { json: WEATHER.parameters } } }],
      },
    },
    '/output/message/content/0/toolUse',
    { name: 'get_weather', input: INPUT },
  ],
  [
    'mistral',
    { tools: [{ type: 'function', function: WEATHER }] },
    '/choices/0/message/tool_calls/0/function',
    { name: 'get_weather', arguments: expect.stringContaining('"unit"') },
  ],
];

it.each(WHOLE)('%s: calls in a reply that comes whole too', async (provider, extra, pointer, call) => {
  const upstream = await startUpstream();
  const reply = await sendSample(upstream, sampleOf(provider), { extra: { ...extra } });
  const body: unknown = await reply.json();
  expect(valueAt(body, pointer), JSON.stringify(body)).toMatchObject(call);
});
