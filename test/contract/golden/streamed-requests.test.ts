import { ConverseStreamCommand } from '@aws-sdk/client-bedrock-runtime';
import { expect, test } from 'vitest';
import type { StreamReader } from '../../../core/contract.ts';
import { planModel } from '../../../core/pipeline/plan/model-plan.ts';
import { planCall, wireCall } from '../../../core/pipeline/plan/plan-call.ts';
import type { RegistryEntry } from '../../../core/registry/registry.ts';
import { plainBody } from '../../../core/plugin-check/build-case.ts';
import { registryOnDisk } from '../registry-on-disk.ts';
import { LAST_TURN } from './chat-messages.ts';
import { capture, conversation, type Fetch, type Golden, OUTPUT_SCHEMA } from './golden.ts';
import { anthropic, bedrock, cerebras, google, groq, mistral, openai } from './sdk-clients.ts';

const question = conversation({ system: [], turns: conversation().turns.slice(-1) });
const messages = [LAST_TURN];
const fields = { messages, max_completion_tokens: 300 };
const chat = (baseURL: string, body: object) => (fetch: Fetch) =>
  openai(fetch, baseURL).chat.completions.create({
    model: '',
    ...fields,
    stream: true,
    stream_options: { include_usage: true },
    ...body,
  });

/** One question, sent as a request for a stream by the official SDK of each provider. */
const goldens: readonly Omit<Golden, 'question'>[] = [
  {
    name: 'openai',
    modelId: 'gpt-5.4',
    send: (fetch) =>
      openai(fetch).responses.create({
        model: 'gpt-5.4',
        input: messages,
        max_output_tokens: 300,
        store: false,
        stream: true,
      }),
  },
  {
    name: 'anthropic',
    modelId: 'claude-opus-4-7',
    send: (fetch) =>
      anthropic(fetch).messages.create({
        model: 'claude-opus-4-7',
        max_tokens: 300,
        messages: [
          {
            role: 'user',
            content: [{ type: 'text', text: 'And the moon?' }],
          },
        ],
        stream: true,
      }),
  },
  {
    name: 'google',
    modelId: 'gemini-2.5-flash',
    send: (fetch) =>
      google(fetch).models.generateContentStream({
        model: 'gemini-2.5-flash',
        contents: [{ role: 'user', parts: [{ text: 'And the moon?' }] }],
        config: { maxOutputTokens: 300 },
      }),
  },
  {
    name: 'bedrock',
    modelId: 'nova-lite',
    send: (fetch) =>
      bedrock(fetch).send(
        new ConverseStreamCommand({
          modelId: 'amazon.nova-lite-v1:0',
          messages: [{ role: 'user', content: [{ text: 'And the moon?' }] }],
          inferenceConfig: { maxTokens: 300 },
        }),
      ),
  },
  {
    name: 'xai',
    modelId: 'grok-4.3',
    send: chat('https://api.x.ai/v1', { model: 'grok-4.3' }),
  },
  {
    name: 'deepseek',
    modelId: 'deepseek-flash',
    send: chat('https://api.deepseek.com', {
      model: 'deepseek-flash',
      max_completion_tokens: undefined,
      max_tokens: 300,
      thinking: { type: 'disabled' },
    }),
  },
  {
    name: 'mistral',
    modelId: 'mistral-small-2603',
    send: (fetch) =>
      mistral(fetch).chat.stream({
        model: 'mistral-small-2603',
        messages,
        maxTokens: 300,
      }),
  },
  {
    name: 'groq',
    modelId: 'gpt-oss-120b',
    send: (fetch) =>
      groq(fetch).chat.completions.create({
        model: 'openai/gpt-oss-120b',
        ...fields,
        include_reasoning: false,
        stream: true,
      }),
  },
  {
    name: 'cerebras',
    modelId: 'cerebras-gpt-oss-120b',
    send: (fetch) =>
      cerebras(fetch).chat.completions.create({
        model: 'gpt-oss-120b',
        ...fields,
        stream: true,
        stream_options: { include_usage: true },
      }),
  },
];

function streaming(modelId: string): RegistryEntry & { readonly stream: StreamReader } {
  const entry = registryOnDisk.find(modelId);
  const { stream } = entry?.plugin ?? {};
  if (entry === undefined || stream === undefined) throw new Error(`no manifest streams ${modelId}`);
  return { ...entry, stream };
}

test('every provider streams, and has a golden request', () => {
  expect(goldens.map(({ name }) => name).toSorted()).toEqual(
    registryOnDisk.providers.filter((provider) => provider.streaming).map(({ id }) => id),
  );
  expect(registryOnDisk.providers.every((provider) => provider.streaming)).toBe(true);
});

test.each(goldens)('$name: the request for a stream is that of the official SDK', async (golden) => {
  const { plugin, provider, stream, model } = streaming(golden.modelId);
  const { call } = wireCall(planCall(planModel({ model, provider, plugin }), question).call);
  const request = await stream.request(await plugin.buildRequest(call), call);
  const sent = await capture({ ...golden, question });
  expect(plainBody(request.body)).toEqual(sent.body);
  const url = new URL(provider.baseUrl.replace('{region}', 'us-east-1') + request.path);
  expect(url.pathname + url.search).toBe(sent.path + sent.search);
});

test.each([
  ['gpt-oss-120b', false],
  ['gpt-5.4', true],
])('%s: a schema is streamed if the provider can: %s', async (modelId, isStreamed) => {
  const { plugin, provider, stream, model } = streaming(modelId);
  const withSchema = { ...question, outputSchema: OUTPUT_SCHEMA };
  const { call } = wireCall(planCall(planModel({ model, provider, plugin }), withSchema).call);
  expect(call.outputSchema).toBeDefined();
  const whole = await plugin.buildRequest(call);
  const request = await stream.request(whole, call);
  expect(request.body['stream']).toBe(isStreamed ? true : undefined);
  if (!isStreamed) expect(request).toBe(whole);
});
