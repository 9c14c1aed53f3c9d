import OpenAI, { AuthenticationError, BadRequestError, InternalServerError, RateLimitError } from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined;
let client: OpenAI;

const WORDS = 'The quick brown fox jumps over the lazy dog, 🦊 again and again. ';
const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const SLOWLY = { eventEveryMs: 10, tokensPerEvent: 1 };
const MESSAGES = [{ role: 'user' as const, content: 'Go.' }];
const REQUEST = { model: 'gpt-4o', messages: MESSAGES };

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000);
beforeAll(async () => {
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1` });
});
beforeEach(() => {
  gateway.upstream.clear();
  reply = () => ({ content: WORDS, usage: USAGE, stream: SLOWLY });
});

describe('a chat that is streamed', () => {
  it('comes as chunks that add up to the text, then its end, its usage and what it cost', async () => {
    const { key, balance } = await gateway.account(10);
    const own = new OpenAI({ apiKey: key, baseURL: `${gateway.url}/v1` });
    const stream = await own.chat.completions.create({
      ...REQUEST,
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(WORDS);
    // More than the first word and the rest.
    expect(chunks.filter(({ choices }) => choices[0]?.delta.content).length).toBeGreaterThan(2);
    const last = chunks.at(-1);
    const finished = chunks.at(-2);
    expect(finished?.choices[0]?.finish_reason).toBe('stop');
    expect(finished).toMatchObject({ usage: null, assay: { creditsUsed: 0.35 } });
    expect(last).toMatchObject({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 100 } });
    expect(new Set(chunks.map(({ id }) => id)).size).toBe(1);
    expect(await balance()).toEqual({ posted: 9_650_000, reserved: 0 });
  });

  it('says nothing of usage where nobody asks, and ends with [DONE]', async () => {
    const { body, headers } = await knock(gateway, account.key, '/chat/completions', {
      ...REQUEST,
      stream: true,
    });
    expect(headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(body).not.toContain('"usage"');
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true);
  });

  it('comes whole and checked where a schema is asked for', async () => {
    let asks = 0;
    reply = () => {
      asks += 1;
      // The gateway asks a second time for an answer that does not fit.
      return { content: asks === 1 ? '{"city":7}' : '{"city":"Canberra"}', usage: USAGE, stream: SLOWLY };
    };
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const stream = client.chat.completions.stream({
      ...REQUEST,
      model: 'mistral-large-2512',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
    });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]?.message.parsed).toEqual({ city: 'Canberra' });
    expect(asks).toBe(2);
  });

  it('is told again, whole, under its Idempotency-Key', async () => {
    const once = { 'idempotency-key': 'streamed' };
    const body = { ...REQUEST, stream: true };
    const first = await knock(gateway, account.key, '/chat/completions', body, once);
    const again = await knock(gateway, account.key, '/chat/completions', body, once);
    const plain = await knock(gateway, account.key, '/chat/completions', REQUEST, once);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(textOf(again.body)).toBe(WORDS);
    expect(textOf(first.body)).toBe(WORDS);
    expect(plain.body.choices[0].message.content).toBe(WORDS);
    expect(gateway.upstream.requests()).toHaveLength(1);
  });

  it('has the status of a provider that fails before its first word, which the client tries again', async () => {
    reply = ({ attempt }) => (attempt <= 3 ? { status: 429 } : { content: WORDS, usage: USAGE });
    const patient = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 1 });
    const stream = await patient.chat.completions.create({ ...REQUEST, model: 'grok-4.3', stream: true });
    let text = '';
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    expect(text).toBe(WORDS);
    // Three attempts of the gateway's own, then the client's.
    expect(gateway.upstream.requests()).toHaveLength(4);
  });

  it('ends with an error where the provider fails after its first word', async () => {
    reply = () => ({ content: WORDS, usage: USAGE, connection: 'resetMidBody', stream: SLOWLY });
    const stream = await client.chat.completions.create({
      ...REQUEST,
      model: 'mistral-large-2512',
      stream: true,
    });
    let text = '';
    const read = async () => {
      for await (const { choices } of stream) text += choices[0]?.delta.content ?? '';
    };
    await expect(read()).rejects.toMatchObject({ code: 'unavailable', type: 'server_error' });
    expect(WORDS.startsWith(text)).toBe(true);
    expect(text).not.toBe('');
  });
});

describe('the openai package', () => {
  it('parses structured output', async () => {
    reply = () => ({ content: '{"city":"Canberra"}', usage: USAGE });
    const { choices } = await client.chat.completions.parse({
      ...REQUEST,
      response_format: {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: {
            type: 'object',
            properties: { city: { type: 'string' } },
            required: ['city'],
            additionalProperties: false,
          },
        },
      },
    });
    expect(choices[0]?.message.parsed).toEqual({ city: 'Canberra' });
  });

  it('knows our errors by its own classes, and does not repeat what cannot help', async () => {
    await expect(client.chat.completions.create({ ...REQUEST, model: 'none' })).rejects.toMatchObject({
      name: 'Error',
      status: 404,
      code: 'model_not_found',
      param: 'model',
      type: 'invalid_request_error',
      requestID: expect.stringMatching(/./),
    });
    await expect(client.chat.completions.create({ ...REQUEST, n: 3 })).rejects.toBeInstanceOf(
      BadRequestError,
    );
    const nobody = new OpenAI({ apiKey: 'sk-nobody', baseURL: `${gateway.url}/v1` });
    await expect(nobody.models.list()).rejects.toBeInstanceOf(AuthenticationError);
    reply = () => ({ status: 401 });
    await expect(
      client.chat.completions.create({ ...REQUEST, model: 'mistral-large-2512' }),
    ).rejects.toBeInstanceOf(InternalServerError);
    expect(gateway.upstream.requests()).toHaveLength(1);
    reply = () => ({ status: 429 });
    const hasty = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    await expect(hasty.chat.completions.create({ ...REQUEST, model: 'grok-4.3' })).rejects.toBeInstanceOf(
      RateLimitError,
    );
  });

  it('lists the models and finds one', async () => {
    const ids: string[] = [];
    for await (const { id } of client.models.list()) ids.push(id);
    expect(ids).toContain('gpt-4o');
    expect(await client.models.retrieve('gpt-4o')).toMatchObject({ id: 'gpt-4o', owned_by: 'openai' });
  });
});

function textOf(stream: string): string {
  return [...stream.matchAll(/^data: (\{.*)$/gm)]
    .map(([, data = '']) => JSON.parse(data).choices[0]?.delta.content ?? '')
    .join('');
}
