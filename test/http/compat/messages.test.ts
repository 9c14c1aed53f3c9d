import Anthropic, {
  APIError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  RateLimitError,
} from '@anthropic-ai/sdk';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined;
let client: Anthropic;

const WORDS = 'The quick brown fox jumps over the lazy dog, 🦊 again and again. ';
const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const REQUEST = { model: 'gpt-4o', max_tokens: 1_000, messages: [{ role: 'user' as const, content: 'Go.' }] };

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000);
beforeAll(() => {
  client = new Anthropic({ apiKey: account.key, baseURL: gateway.url, maxRetries: 0 });
});
beforeEach(() => {
  gateway.upstream.clear();
  reply = () => ({ content: WORDS, usage: USAGE, stream: { eventEveryMs: 10, tokensPerEvent: 1 } });
});

const ask = (body: object) => knock(gateway, account.key, '/messages', { ...REQUEST, ...body });
const requestOf = async (promptLogId: string): Promise<unknown> => {
  const { body: record } = await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
  return Reflect.get(Object(record), 'request');
};

describe('POST /v1/messages', () => {
  it('answers with a message, its usage and what it cost', async () => {
    const message = await client.messages.create(REQUEST);
    expect(message).toMatchObject({
      type: 'message',
      role: 'assistant',
      model: 'gpt-4o',
      content: [{ type: 'text', text: WORDS }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1_000, output_tokens: 100 },
      assay: { creditsUsed: 0.35 },
    });
    expect(message.id).toMatch(/^msg_/);
  });

  it('counts cached tokens beside the input', async () => {
    reply = () => ({ content: WORDS, usage: { ...USAGE, cachedTokens: 400 } });
    const { usage } = await client.messages.create(REQUEST);
    expect(usage).toMatchObject({ input_tokens: 600, cache_read_input_tokens: 400 });
  });

  it('makes a prompt request of system, turns, settings, effort and format', async () => {
    reply = () => ({ content: '{"city":"Canberra"}', usage: USAGE });
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const { body } = await ask({
      model: 'gpt-5.4',
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      messages: [
        { role: 'user', content: 'Hi.' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'abc' },
            { type: 'text', text: 'Hello.' },
          ],
        },
        { role: 'user', content: [{ type: 'text', text: 'Which city?' }] },
      ],
      max_tokens: 77,
      thinking: { type: 'enabled', budget_tokens: 2_000 },
      output_config: { format: { type: 'json_schema', schema } },
    });
    expect(await requestOf(body.assay.promptLogId)).toMatchObject({
      prompt: 'Which city?',
      history: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: 'Hello.' },
      ],
      system_prompt: 'Be brief.',
      models: ['gpt-5.4'],
      generation_settings: { maxTokens: 77 },
      response_schema: schema,
      model_tuning: { 'gpt-5.4': { reasoningEffort: 'low' } },
    });
  });

  it('sends pictures and documents to the model', async () => {
    const picture = pictureHolding(Buffer.from('a fox'));
    const { status, body } = await ask({
      model: 'claude-haiku-4-5',
      messages: [
        {
          role: 'user',
          content: [
            {
              type: 'image',
              source: { type: 'base64', media_type: 'image/png', data: picture.toString('base64') },
            },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A page.' } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
    expect(status).toBe(200);
    expect(await requestOf(body.assay.promptLogId)).toMatchObject({
      prompt: 'A page.\n\nWhat is it?',
      attachments: [{ name: 'image-1.png', type: 'image/png' }],
    });
  });

  it('streams the text as it is written', async () => {
    const stream = client.messages.stream(REQUEST);
    const texts: string[] = [];
    stream.on('text', (text) => texts.push(text));
    const message = await stream.finalMessage();
    expect(texts.length).toBeGreaterThan(1);
    expect(message.content).toMatchObject([{ type: 'text', text: WORDS }]);
    expect(message.usage).toMatchObject({ input_tokens: 1_000, output_tokens: 100 });
  });

  it('takes a key as Anthropic’s clients send it, or as a bearer', async () => {
    const bearer = new Anthropic({
      authToken: account.key,
      apiKey: null,
      baseURL: gateway.url,
      maxRetries: 0,
    });
    expect((await bearer.messages.create(REQUEST)).type).toBe('message');
    const wrong = new Anthropic({ apiKey: `${account.key}x`, baseURL: gateway.url, maxRetries: 0 });
    await expect(wrong.messages.create(REQUEST)).rejects.toBeInstanceOf(AuthenticationError);
  });

  it('raises the classes of errors that its clients know', async () => {
    await expect(client.messages.create({ ...REQUEST, model: 'none' })).rejects.toBeInstanceOf(NotFoundError);
    const none = { ...REQUEST, max_tokens: 0 };
    await expect(client.messages.create(none)).rejects.toBeInstanceOf(BadRequestError);
    reply = () => ({ status: 429 });
    await expect(client.messages.create(REQUEST)).rejects.toBeInstanceOf(RateLimitError);
    const { body } = await ask({ stop_sequences: ['\n'] });
    expect(body).toMatchObject({
      type: 'error',
      error: { type: 'invalid_request_error', param: 'stop_sequences', code: 'unsupported_parameter' },
    });
  });

  it('ends a stream that fails with an error', async () => {
    reply = () => ({
      content: WORDS,
      stream: { tokensPerEvent: 1, fault: { kind: 'reset', afterEvents: 6 } },
    });
    await expect(client.messages.stream(REQUEST).finalMessage()).rejects.toBeInstanceOf(APIError);
  });

  it('estimates the tokens of a request, functions and files included, without asking anybody', async () => {
    const messages = [{ role: 'user' as const, content: 'How is the weather in Paris, and in Rome?' }];
    const count = async (more: object): Promise<number> => {
      const counted = await client.messages.countTokens({ model: REQUEST.model, messages, ...more });
      return counted.input_tokens;
    };
    const requests = gateway.upstream.requests().length;
    const plain = await count({});
    expect(plain).toBeGreaterThan(8);
    expect(plain).toBeLessThan(60);
    expect(await count({ system: 'Answer in rhymes only, and briefly.' })).toBeGreaterThan(plain);
    const tools = [{ name: 'get_weather', input_schema: { type: 'object' as const } }];
    expect(await count({ tools })).toBeGreaterThan(plain);
    expect(gateway.upstream.requests()).toHaveLength(requests);
    const wrong = await knock(gateway, account.key, '/messages/count_tokens', { model: 'none', messages });
    expect(wrong).toMatchObject({ status: 404, body: { type: 'error', error: { type: 'not_found_error' } } });
  });

  it('quotes a request', async () => {
    const { status, body } = await knock(gateway, account.key, '/messages/quote', REQUEST);
    expect(status).toBe(200);
    expect(body).toMatchObject({ models: [{ modelId: 'gpt-4o' }] });
  });
});
