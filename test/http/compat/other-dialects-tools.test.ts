import Anthropic from '@anthropic-ai/sdk';
import { createOpenAI } from '@ai-sdk/openai';
import { generateText, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AgentStep, scriptedAgent } from '../../sandbox/agent.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

let script: readonly AgentStep[];

const gateway = gatewayOfFile({ sandbox: { reply: (call) => scriptedAgent(script)(call) } });
const account = accountOfFile(gateway, 1_000);
beforeEach(() => {
  gateway.upstream.clear();
  script = [
    [
      { name: 'get_weather', arguments: '{"city":"Paris"}' },
      { name: 'get_weather', arguments: '{"city":"Zürich 🏔"}' },
    ],
    [{ name: 'get_weather', arguments: '{"city":"Rome"}' }],
    'It is warm everywhere.',
  ];
});

const CITIES = ['Paris', 'Zürich 🏔', 'Rome'];
const SCHEMA = {
  type: 'object' as const,
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};
const MAX_STEPS = 5;
/** One of each format. */
const MODELS = ['gpt-5.4', 'claude-haiku-4-5', 'gemini-3.5-flash', 'nova-2-lite', 'mistral-small-2603'];

const weatherOf = (city: string): string => `22 degrees in ${city}`;

/** What the provider was sent at last has every result. */
function expectResultsSent(): void {
  const lastBody = JSON.stringify(gateway.upstream.requests().at(-1)?.body);
  for (const city of CITIES) expect(lastBody).toContain(weatherOf(city));
}

describe.each(MODELS)('a loop of calls with %s', (model) => {
  it.each([true, false])('runs to its end at /v1/responses; streamed: %s', async (isStreamed) => {
    const client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'How is the weather?' }];
    const requestedCities: string[] = [];
    let text = '';
    for (let step = 0; step < MAX_STEPS && text === ''; step += 1) {
      const body = {
        model,
        input,
        tools: [{ type: 'function' as const, name: 'get_weather', parameters: SCHEMA, strict: false }],
        store: false,
      };
      const response = isStreamed
        ? await client.responses.stream(body).finalResponse()
        : await client.responses.create(body);
      text = response.output_text;
      expect(response.tools).toEqual([{ ...body.tools[0], description: null }]);
      // Programs do the same. The package's types of input and output differ only in items that do not occur here.
      input.push(...(response.output as OpenAI.Responses.ResponseInput));
      for (const item of response.output) {
        if (item.type !== 'function_call') continue;
        const { city } = JSON.parse(item.arguments);
        requestedCities.push(city);
        input.push({ type: 'function_call_output', call_id: item.call_id, output: weatherOf(city) });
      }
    }
    expect({ text, asked: requestedCities }).toEqual({ text: 'It is warm everywhere.', asked: CITIES });
    expectResultsSent();
  });

  it.each([true, false])('runs to its end at /v1/messages; streamed: %s', async (isStreamed) => {
    const client = new Anthropic({ apiKey: account.key, baseURL: gateway.url, maxRetries: 0 });
    const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'How is the weather?' }];
    const requestedCities: string[] = [];
    let message: Anthropic.Message | undefined;
    for (let step = 0; step < MAX_STEPS && message?.stop_reason !== 'end_turn'; step += 1) {
      const body = {
        model,
        max_tokens: 1_000,
        messages,
        tools: [{ name: 'get_weather', input_schema: SCHEMA }],
      };
      message = isStreamed
        ? await client.messages.stream(body).finalMessage()
        : await client.messages.create(body);
      messages.push({ role: 'assistant', content: message.content });
      const results = message.content.flatMap((block): readonly Anthropic.ToolResultBlockParam[] => {
        if (block.type !== 'tool_use') return [];
        const { city } = z.object({ city: z.string() }).parse(block.input);
        requestedCities.push(city);
        return [{ type: 'tool_result', tool_use_id: block.id, content: weatherOf(city) }];
      });
      if (results.length > 0) messages.push({ role: 'user', content: [...results] });
    }
    expect(message?.content).toMatchObject([{ type: 'text', text: 'It is warm everywhere.' }]);
    expect(requestedCities).toEqual(CITIES);
    expectResultsSent();
  });
});

describe('the Vercel AI SDK', () => {
  const look = {
    get_weather: tool({
      inputSchema: z.object({ city: z.string() }),
      execute: async ({ city }) => weatherOf(city),
    }),
  };

  it('is told what to do where it refers to items that nobody keeps', async () => {
    const { responses } = createOpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` });
    const model = responses('claude-haiku-4-5');
    const question = { role: 'user' as const, content: 'How is the weather?' };
    script = ['It is warm everywhere.'];
    const first = await generateText({ model, messages: [question] });
    const second = generateText({ model, messages: [question, ...first.response.messages, question] });
    await expect(second).rejects.toThrow(
      /input\[1\]\.type: .*store: false, or use \/v1\/chat\/completions \(\.chat\(\)/,
    );
  });

  it('opens no text part in a step of calls alone', async () => {
    const { chat } = createOpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` });
    const { fullStream } = streamText({
      model: chat('claude-haiku-4-5'),
      prompt: 'How is the weather?',
      tools: look,
      stopWhen: stepCountIs(MAX_STEPS),
    });
    const types = (await Array.fromAsync(fullStream)).map(({ type }) => type);
    expect(types.filter((type) => type === 'tool-result')).toHaveLength(CITIES.length);
    expect(types.filter((type) => type === 'text-start')).toHaveLength(1);
  });

  it.each(['responses', 'chat'] as const)('runs a loop of several steps over %s', async (api) => {
    const assay = createOpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` });
    const requestedCities: string[] = [];
    const { text, steps } = await generateText({
      model: assay[api]('claude-haiku-4-5'),
      prompt: 'How is the weather?',
      tools: {
        get_weather: tool({
          description: 'Weather of a city.',
          inputSchema: z.object({ city: z.string() }),
          execute: async ({ city }) => {
            requestedCities.push(city);
            return weatherOf(city);
          },
        }),
      },
      stopWhen: stepCountIs(MAX_STEPS),
      providerOptions: { openai: { store: false } },
    });
    expect({ text, asked: requestedCities }).toEqual({ text: 'It is warm everywhere.', asked: CITIES });
    expect(steps).toHaveLength(3);
    expectResultsSent();
  });
});
