import { hash } from 'node:crypto';
import OpenAI, { BadRequestError, RateLimitError } from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined;
let client: OpenAI;

const WORDS = 'The quick brown fox jumps over the lazy dog, 🦊 again and again. ';
const USAGE = { inputTokens: 1_000, outputTokens: 100 };
const SLOWLY = { eventEveryMs: 10, tokensPerEvent: 1 };
const HELLO = { model: 'gpt-4o', input: 'Go.' };
const CITY = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000);
beforeAll(async () => {
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
beforeEach(() => {
  gateway.upstream.clear();
  reply = () => ({ content: WORDS, usage: USAGE, stream: SLOWLY });
});

const ask = (body: unknown, headers?: Readonly<Record<string, string>>) =>
  knock(gateway, account.key, '/responses', body, headers);
const requestOf = async (promptLogId: string): Promise<unknown> => {
  const { body: reply } = await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
  return Reflect.get(Object(reply), 'request');
};

describe('POST /v1/responses', () => {
  it('answers with a response, its usage and what it cost', async () => {
    const response = await client.responses.create(HELLO);
    expect(response.output_text).toBe(WORDS);
    expect(response).toMatchObject({
      object: 'response',
      status: 'completed',
      model: 'gpt-4o',
      store: true,
      usage: { input_tokens: 1_000, output_tokens: 100, total_tokens: 1_100 },
      assay: { creditsUsed: 0.35 },
    });
    expect(response.id).toMatch(/^resp_/);
  });

  it('makes a prompt request of instructions, input, settings, effort and format', async () => {
    reply = () => ({ content: '{"city":"Canberra"}', usage: { ...USAGE, reasoningTokens: 5 } });
    const { body } = await ask({
      model: 'gpt-5.4',
      instructions: 'Be brief.',
      input: [
        { role: 'developer', content: 'Be kind.' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        {
          type: 'message',
          id: 'msg_1',
          status: 'completed',
          role: 'assistant',
          content: [
            { type: 'output_text', text: 'Hel', annotations: [], logprobs: [] },
            { type: 'output_text', text: 'lo.', annotations: [] },
          ],
        },
        { role: 'user', content: 'Which city?' },
      ],
      max_output_tokens: 77,
      reasoning: { effort: 'low', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'answer', strict: true, schema: CITY } },
      metadata: { team: 'a' },
      include: ['reasoning.encrypted_content'],
      tools: [],
      truncation: 'disabled',
      service_tier: 'auto',
    });
    expect(await requestOf(body.assay.promptLogId)).toEqual({
      prompt: 'Which city?',
      models: ['gpt-5.4'],
      system_prompt: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      history: [
        { role: 'user', content: 'Hi.' },
        { role: 'assistant', content: 'Hello.' },
      ],
      generation_settings: { maxTokens: 77 },
      model_tuning: { 'gpt-5.4': { reasoningEffort: 'low' } },
      response_schema: CITY,
    });
    expect(body).toMatchObject({
      max_output_tokens: 77,
      metadata: { team: 'a' },
      reasoning: { effort: 'low' },
      text: { format: { type: 'json_schema', name: 'answer', schema: CITY, strict: true } },
      usage: { output_tokens_details: { reasoning_tokens: 5 } },
      assay: { schemaValid: true },
    });
  });

  it('reads images and files from data URLs, and keeps nothing where store is false', async () => {
    const url = `data:image/png;base64,${pictureHolding(Buffer.alloc(60_000)).toString('base64')}`;
    const { status, body } = await ask({
      ...HELLO,
      store: false,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: url, detail: 'auto' },
            { type: 'input_text', text: 'What is it?' },
          ],
        },
      ],
    });
    expect(status).toBe(200);
    expect(body.store).toBe(false);
    expect(JSON.stringify(gateway.upstream.requests()[0]?.body)).toContain(hash('sha256', url));
    expect(await requestOf(body.assay.promptLogId)).toBeNull();
  });

  it('passes a verbosity on to a model that has one, beside an effort', async () => {
    const text = { verbosity: 'low' as const };
    await client.responses.create({ ...HELLO, model: 'gpt-5.4', text, reasoning: { effort: 'low' } });
    expect(gateway.upstream.requests()[0]?.body).toMatchObject({ text, reasoning: { effort: 'low' } });
    await client.chat.completions.create({
      model: 'gpt-5.4',
      verbosity: 'high',
      messages: [{ role: 'user', content: 'Go.' }],
    });
    expect(gateway.upstream.requests()[1]?.body).toMatchObject({ text: { verbosity: 'high' } });
  });

  it('leaves the default verbosity out for a model without one, and says so', async () => {
    const { status, body } = await ask({
      ...HELLO,
      model: 'claude-haiku-4-5',
      text: { verbosity: 'medium' },
    });
    expect(status).toBe(200);
    expect(body.assay.warnings).toEqual([
      {
        code: 'parameter_left_out',
        pointer: '/text/verbosity',
        message: 'claude-haiku-4-5 takes no verbosity; it was left out.',
      },
    ]);
  });

  it('says that an output was cut at its cap', async () => {
    // No more than the request can cost: an account whose requests cost more is refused for the day.
    const usage = { inputTokens: 20, outputTokens: 16 };
    reply = () => ({ content: WORDS, finishReason: 'length', usage });
    const { body } = await ask({ ...HELLO, max_output_tokens: 16 });
    expect(body).toMatchObject({
      status: 'incomplete',
      incomplete_details: { reason: 'max_output_tokens' },
      output: [{ status: 'incomplete' }],
    });
  });

  it.each<[string, object, string, string]>([
    ['a tool of another kind', { tools: [{ type: 'web_search' }] }, 'tools[0].type', 'unsupported_value'],
    ['verbosity', { text: { verbosity: 'low' } }, 'text.verbosity', 'unsupported_value'],
    [
      'a schema that is none',
      { text: { format: { type: 'json_schema', name: 'a', schema: { type: 'text' } } } },
      'text.format.schema.type',
      'schema',
    ],
    [
      'a kept item',
      { input: [{ type: 'item_reference', id: 'msg_1' }] },
      'input[0].type',
      'unsupported_value',
    ],
    ['a nameless item', { input: [{ content: 'x' }] }, 'input[0].role', 'missing_required_parameter'],
    [
      'a file from elsewhere',
      { input: [{ role: 'user', content: [{ type: 'input_file', file_url: 'https://example.com' }] }] },
      'input[0].content[0].file_url',
      'unsupported_parameter',
    ],
    ['blank input', { input: ' ' }, 'input', 'invalid_value'],
  ])('refuses %s, and names the field', async (_name, fields, param, code) => {
    const { status, body } = await ask({ ...HELLO, ...fields });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param, code });
    expect(gateway.upstream.requests()).toHaveLength(0);
  });
});

describe('a response that is streamed', () => {
  it('comes as typed events, which the package adds up', async () => {
    const events: string[] = [];
    const stream = client.responses.stream(HELLO);
    stream.on('event', ({ type }) => events.push(type));
    const response = await stream.finalResponse();
    expect(response.output_text).toBe(WORDS);
    expect(response.usage?.total_tokens).toBe(1_100);
    expect(events.slice(0, 4)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
    ]);
    expect(events.filter((name) => name === 'response.output_text.delta').length).toBeGreaterThan(2);
    expect(events.slice(-4)).toEqual([
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.completed',
    ]);
  });

  it('numbers its events, and is told again under its Idempotency-Key', async () => {
    const once = { 'idempotency-key': 'typed' };
    const first = await ask({ ...HELLO, stream: true }, once);
    const again = await ask({ ...HELLO, stream: true }, once);
    for (const { body } of [first, again]) {
      const numbers = [...body.matchAll(/"sequence_number":(\d+)/g)].map(([, digits]) => Number(digits));
      expect(numbers).toEqual(numbers.map((_, index) => index));
      expect(body).toContain('event: response.completed\n');
    }
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(gateway.upstream.requests()).toHaveLength(1);
  });

  it('has a status where it fails before its first word, and ends with an error after it', async () => {
    reply = () => ({ status: 429 });
    await expect(
      client.responses.create({ ...HELLO, model: 'grok-4.3', stream: true }),
    ).rejects.toBeInstanceOf(RateLimitError);
    reply = () => ({ content: WORDS, usage: USAGE, connection: 'resetMidBody', stream: SLOWLY });
    const { status, body } = await ask({ ...HELLO, model: 'mistral-large-2512', stream: true });
    expect(status).toBe(200);
    expect(body).toMatch(/event: error\ndata: .*"code":"unavailable"/);
    expect(body).toMatch(/event: response.failed\ndata: .*"status":"failed"/);
    const stream = client.responses.stream({ ...HELLO, model: 'mistral-large-2512' });
    await expect(stream.finalResponse()).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('is parsed by the package, whole and checked', async () => {
    reply = () => ({ content: '{"city":"Canberra"}', usage: USAGE });
    const format = { type: 'json_schema' as const, name: 'answer', strict: true, schema: CITY };
    const parsed = await client.responses.parse({ ...HELLO, text: { format } });
    expect(parsed.output_parsed).toEqual({ city: 'Canberra' });
    const streamed = await client.responses.stream({ ...HELLO, text: { format } }).finalResponse();
    expect(streamed.output_parsed).toEqual({ city: 'Canberra' });
    await expect(
      client.responses.create({ ...HELLO, previous_response_id: 'resp_1' }),
    ).rejects.toBeInstanceOf(BadRequestError);
  });
});
