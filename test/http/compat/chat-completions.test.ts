import { hash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { COMPAT_FIELD_NAMES } from '../../../core/dialects/compat-problems.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { eventually } from '../../support/eventually.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { pictureHolding } from '../../support/samples/sample-picture.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000);
beforeEach(() => {
  gateway.upstream.clear();
  reply = () => ({ content: 'Canberra.', usage: { inputTokens: 1_000, outputTokens: 100 } });
});

const HELLO = { model: 'gpt-4o', messages: [{ role: 'user', content: 'What is the capital?' }] };
const ask = (body: unknown, headers?: Readonly<Record<string, string>>) =>
  knock(gateway, account.key, '/chat/completions', body, headers);
const requestWith = (message: object) => ({ ...HELLO, messages: [message] });

describe('POST /v1/chat/completions', () => {
  it('answers with the model’s text, its tokens and what it cost, charged once', async () => {
    const { key, balance } = await gateway.account(10);
    const { status, headers, body } = await knock(gateway, key, '/chat/completions', HELLO);
    expect(status).toBe(200);
    const promptLogId = headers.get('x-prompt-log-id');
    expect(headers.get('x-request-id')).toMatch(/./);
    expect(headers.get('x-ratelimit-limit-requests')).toBe('600');
    expect(headers.get('x-ratelimit-remaining-requests')).toBe('599');
    expect(headers.get('x-ratelimit-reset-requests')).toMatch(/^\d+s$/);
    expect(body).toMatchObject({
      id: `chatcmpl-${promptLogId}`,
      object: 'chat.completion',
      model: 'gpt-4o',
      choices: [{ index: 0, message: { role: 'assistant', content: 'Canberra.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
      // 2.50 and 10.00 US dollars per million tokens; a credit is a cent.
      assay: { promptLogId, creditsUsed: 0.35 },
    });
    expect(body.created).toBeGreaterThan(1_700_000_000);
    expect(body.assay.warnings).toBeUndefined();
    expect(await balance()).toEqual({ posted: 9_650_000, reserved: 0 });
    const { body: record } = await gateway.get(key, `/api/v1/prompts/${promptLogId}`);
    expect(record).toMatchObject({
      request: { prompt: 'What is the capital?', models: ['gpt-4o'] },
      response: { results: [{ output: 'Canberra.' }] },
    });
  });

  it('makes a prompt request of messages, settings, effort and format', async () => {
    reply = () => ({
      content: '{"city":"Canberra"}',
      usage: { inputTokens: 9, outputTokens: 9, reasoningTokens: 3, cachedTokens: 4 },
    });
    const schema = {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    };
    const { body } = await ask({
      model: 'gpt-5.4',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: [{ type: 'text', text: 'Be kind.' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi.' },
            { type: 'text', text: 'You there?' },
          ],
        },
        { role: 'assistant', content: 'Yes.', refusal: null, tool_calls: null, annotations: [] },
        { role: 'assistant', content: '' },
        { role: 'user', content: 'Which city?', name: 'ann' },
      ],
      max_tokens: 77,
      temperature: 0.5,
      top_p: null,
      reasoning_effort: 'low',
      response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
      seed: 7,
      user: 'ann',
      metadata: { team: 'a' },
      n: 1,
      tools: [],
      logprobs: false,
    });
    const id = body.assay.promptLogId;
    const record = await (await gateway.get(account.key, `/api/v1/prompts/${id}`)).body;
    expect(record).toHaveProperty('request', {
      prompt: 'Which city?',
      models: ['gpt-5.4'],
      system_prompt: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      history: [
        { role: 'user', content: 'Hi.\n\nYou there?' },
        { role: 'assistant', content: 'Yes.' },
      ],
      generation_settings: { temperature: 0.5, maxTokens: 77 },
      model_tuning: { 'gpt-5.4': { reasoningEffort: 'low' } },
      response_schema: schema,
    });
    expect(body.assay.schemaValid).toBe(true);
    expect(body.usage).toMatchObject({
      prompt_tokens: 9,
      completion_tokens: 9,
      total_tokens: 18,
      prompt_tokens_details: { cached_tokens: 4 },
      completion_tokens_details: { reasoning_tokens: 3 },
    });
    // The model takes no temperature beside an effort.
    expect(body.assay.warnings).toEqual([
      expect.objectContaining({ code: 'parameter_left_out', pointer: '/temperature' }),
    ]);
  });

  it('reads images and PDFs from data URLs, short and long, and tells of those that moved', async () => {
    const image = (bytes: number) =>
      `data:image/png;base64,${pictureHolding(Buffer.alloc(bytes)).toString('base64')}`;
    const { status, body } = await ask({
      ...HELLO,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See.' },
            { type: 'image_url', image_url: { url: image(40), detail: 'low' } },
          ],
        },
        { role: 'assistant', content: 'I see.' },
        {
          role: 'user',
          content: [
            { type: 'image_url', image_url: { url: image(60_000) } },
            { type: 'text', text: 'What is it?' },
          ],
        },
      ],
    });
    expect(status).toBe(200);
    expect(body.assay.warnings).toEqual([
      expect.objectContaining({ code: 'attachment_moved', pointer: '/messages/0' }),
    ]);
    const sentBody = JSON.stringify(gateway.upstream.requests()[0]?.body);
    expect(sentBody).toContain(image(40));
    // Of a long text the sandbox keeps the digest.
    expect(sentBody).toContain(hash('sha256', image(60_000)));
  });

  it('asks for any JSON object, and keeps nothing where store is false', async () => {
    reply = () => ({ content: '{"a":1}', usage: { inputTokens: 1, outputTokens: 1 } });
    const { body } = await ask({ ...HELLO, response_format: { type: 'json_object' }, store: false });
    expect(JSON.parse(body.choices[0].message.content)).toEqual({ a: 1 });
    const { body: record } = await gateway.get(account.key, `/api/v1/prompts/${body.assay.promptLogId}`);
    expect(record).toMatchObject({ zeroDataRetention: true, request: null, response: null });
    reply = () => ({ content: 'prose', usage: { inputTokens: 1, outputTokens: 1 } });
    const prose = await ask({ ...HELLO, response_format: { type: 'json_object' } });
    expect(prose.body.assay.warnings).toContainEqual(
      expect.objectContaining({ code: 'schema_not_satisfied', pointer: '/response_format' }),
    );
  });

  it('keeps nothing of an account that wants nothing kept, whatever store says', async () => {
    const { key } = await gateway.account(10, { zeroDataRetention: true });
    const { body } = await knock(gateway, key, '/chat/completions', { ...HELLO, store: true });
    const { body: record } = await gateway.get(key, `/api/v1/prompts/${body.assay.promptLogId}`);
    expect(record).toMatchObject({ zeroDataRetention: true, request: null, response: null });
  });

  it.each<['length' | 'refused', string]>([
    ['length', 'length'],
    ['refused', 'content_filter'],
  ])('says why an output ended early: %s', async (finishReason, expectedReason) => {
    reply = () => ({ content: 'Canb', finishReason, usage: { inputTokens: 1, outputTokens: 1 } });
    const { status, body } = await ask({ ...HELLO, max_completion_tokens: 16 });
    expect(status).toBe(200);
    expect(body.choices[0]).toMatchObject({ message: { content: 'Canb' }, finish_reason: expectedReason });
  });

  it('gives a model the nearest effort it has, and says so', async () => {
    const efforts = async (model: string, effort: string) => {
      const { body } = await ask({ ...HELLO, model, reasoning_effort: effort });
      const codes = (body.assay.warnings ?? []).map(({ code }: { code: string }) => code);
      return codes;
    };
    expect(await efforts('gpt-5.4', 'minimal')).toContain('tuning_approximated');
    expect(await efforts('gpt-5.4', 'high')).toEqual([]);
    expect(await efforts('gpt-4o', 'high')).toEqual(['parameter_left_out']);
    expect(await efforts('claude-sonnet-4-6', 'max')).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['functions of old', { functions: [{ name: 'f' }] }, 'functions', 'unsupported_parameter'],
    ['several answers', { n: 2 }, 'n', 'unsupported_value'],
    ['audio', { audio: { voice: 'alloy', format: 'mp3' } }, 'audio', 'unsupported_parameter'],
    ['an unknown field', { temprature: 1 }, 'temprature', 'unknown_parameter'],
    ['too hot', { temperature: 3 }, 'temperature', 'invalid_value'],
    ['two caps', { max_tokens: 5, max_completion_tokens: 6 }, 'max_tokens', 'invalid_value'],
    [
      'a format without its schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'a' } } },
      'response_format.json_schema.schema',
      'missing_required_parameter',
    ],
    [
      'a schema that is none',
      { response_format: { type: 'json_schema', json_schema: { name: 'a', schema: { type: 'text' } } } },
      'response_format.json_schema.schema.type',
      'schema',
    ],
  ])('refuses %s, and names the field', async (_name, fields, param, code) => {
    const { status, body } = await ask({ ...HELLO, ...fields });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param, code });
    expect(COMPAT_FIELD_NAMES).toContain(code);
    expect(body.error.message).toContain(param);
    expect(gateway.upstream.requests()).toHaveLength(0);
  });

  it.each<[string, object, string]>([
    ['no content', { role: 'user' }, 'messages[0].content'],
    ['blank content', { role: 'user', content: ' ' }, 'messages[0].content'],
    ['a tool’s message', { role: 'tool', content: 'x', tool_call_id: 'a' }, 'messages[0].tool_call_id'],
    ['the assistant’s last', { role: 'assistant', content: 'x' }, 'messages[0]'],
    ['audio', { role: 'user', content: [{ type: 'input_audio' }] }, 'messages[0].content[0].type'],
    [
      'a text part without text',
      { role: 'user', content: [{ type: 'text' }] },
      'messages[0].content[0].text',
    ],
    [
      'a picture elsewhere',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'image_url', image_url: { url: 'https://example.com/a.png' } },
        ],
      },
      'messages[0].content[1].image_url.url',
    ],
    [
      'a picture that is none',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AA' } },
        ],
      },
      'messages[0].content[1].image_url.url',
    ],
    [
      'a file by its ID',
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'file', file: { file_id: 'file-1' } },
        ],
      },
      'messages[0].content[1].file.file_id',
    ],
  ])('refuses a message with %s, and names the place', async (_name, message, param) => {
    const { status, body } = await ask(requestWith(message));
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  });

  it('finds the same mistakes in a body that a thread reads', async () => {
    const long = 'x'.repeat(40_000);
    const first = { role: 'user', content: long };
    expect((await ask({ ...HELLO, messages: [first], n: 2 })).body.error.param).toBe('n');
    const blank = await ask({ ...HELLO, messages: [first, { role: 'user', content: ' ' }] });
    expect(blank.body.error.param).toBe('messages[1].content');
    expect((await ask({ ...HELLO, messages: [first] })).status).toBe(200);
    expect(JSON.stringify(gateway.upstream.requests()[0]?.body)).toContain(long);
  });
});

describe('a 402', () => {
  it('names the cap of the request, and no models where there is one', async () => {
    const poor = await gateway.account(0.000001);
    const { status, body } = await knock(gateway, poor.key, '/chat/completions', {
      ...HELLO,
      max_completion_tokens: 100,
    });
    expect(status).toBe(402);
    expect(body.error.message).toMatch(/lower max_completion_tokens, or shorten the prompt\.$/);
    expect(body.error.message).not.toContain('models');
  });
});

describe('an address without /v1', () => {
  it.each(['/chat/completions', '/responses', '/models'])(
    '%s is a 404 that names it with /v1',
    async (path) => {
      const response = await fetch(`${gateway.url}${path}`, { method: 'POST' });
      expect(response.status).toBe(404);
      expect(JSON.parse(await response.text()).detail).toBe(
        `Add /v1 to the base URL: the address is /v1${path}.`,
      );
    },
  );
});

describe('errors below /v1', () => {
  it.each<[string, () => Promise<{ status: number; body: unknown }>, number, object]>([
    ['no key', () => knock(gateway, undefined, '/chat/completions', HELLO), 401, { code: 'invalid_api_key' }],
    ['a wrong key', () => knock(gateway, 'sk-wrong', '/models'), 401, { code: 'invalid_api_key' }],
    [
      'an unknown model',
      () => ask({ ...HELLO, model: 'gpt-4-o' }),
      404,
      { code: 'model_not_found', param: 'model', message: expect.stringMatching(/did you mean gpt-4o\?$/) },
    ],
    [
      'an unknown model by its name',
      () => knock(gateway, account.key, '/models/gpt-4-o'),
      404,
      { code: 'model_not_found', message: expect.stringContaining('did you mean gpt-4o?') },
    ],
    ['no JSON', () => ask('{'), 400, { code: 'invalid_json' }],
    [
      'an unknown address',
      () => knock(gateway, account.key, '/embeddings', {}),
      404,
      { code: 'unknown_url', message: expect.stringContaining('Below /v1 there are /v1/chat/completions') },
    ],
    [
      'another method',
      () => knock(gateway, account.key, '/chat/completions'),
      405,
      { code: 'method_not_supported' },
    ],
    [
      'plain text',
      () => ask('hi', { 'content-type': 'text/plain' }),
      415,
      { code: 'unsupported_media_type' },
    ],
  ])('are in the form of these clients: %s', async (_name, provoke, status, error) => {
    const answer = await provoke();
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ error: { type: 'invalid_request_error', ...error } });
  });

  it('say what credits are missing, when to come back, and whether to', async () => {
    const poor = await gateway.account(0.000_001);
    const broke = await knock(gateway, poor.key, '/chat/completions', HELLO);
    expect(broke.status).toBe(402);
    expect(broke.body.error).toMatchObject({
      type: 'insufficient_quota',
      code: 'insufficient_quota',
      estimatedCreditsRequired: expect.any(Number),
    });
    const limited = await gateway.account(1, { requestsPerMinute: 0 });
    const slow = await knock(gateway, limited.key, '/chat/completions', HELLO);
    expect(slow.status).toBe(429);
    expect(Number(slow.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(slow.headers.get('x-ratelimit-remaining-requests')).toBe('0');
    expect(slow.body.error).toMatchObject({ type: 'requests', code: 'rate_limit_exceeded' });
  });

  it.each<[string, SandboxReply, number, string, boolean]>([
    ['limits the rate', { status: 429 }, 429, 'rate_limit_exceeded', true],
    ['refuses the key', { status: 401 }, 502, 'provider_auth', false],
    ['is overloaded', { status: 503 }, 503, 'overloaded', true],
    ['rejects the request', { status: 400 }, 400, 'rejected', false],
    ['sends nonsense', { raw: '<html>' }, 502, 'malformed_reply', true],
    ['cuts the connection', { connection: 'reset' }, 502, 'unavailable', true],
  ])('tell that a provider %s', async (_name, fault, status, code, mayRetry) => {
    reply = () => fault;
    const { key, balance } = await gateway.account(10);
    const blamed = (whose: string): Promise<number> =>
      readMetric(gateway.operationsUrl, 'assay_requests_total', { status: String(status), fault: whose });
    const before = await blamed('provider');
    const answer = await knock(gateway, key, '/chat/completions', {
      ...HELLO,
      model: 'mistral-large-2512',
    });
    expect(answer.status).toBe(status);
    // Counted when its socket has it, which may be after its client does.
    await eventually(async () => expect(await blamed('provider')).toBe(before + (status >= 500 ? 1 : 0)));
    expect(await blamed('gateway')).toBe(0);
    expect(answer.body.error).toMatchObject({ code });
    expect(answer.headers.get('x-should-retry')).toBe(mayRetry ? null : 'false');
    expect(await balance()).toEqual({ posted: 10_000_000, reserved: 0 });
  });

  it('tell that a prompt is longer than the context', async () => {
    const words = 'word '.repeat(800_000);
    const { status, body } = await ask({
      ...HELLO,
      model: 'nova-micro',
      messages: [
        { role: 'user', content: words.slice(0, 1_990_000) },
        { role: 'assistant', content: words.slice(0, 1_990_000) },
        { role: 'user', content: 'Go on.' },
      ],
    });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'context_length_exceeded', param: 'messages' });
  });
});

describe('an Idempotency-Key on POST /v1/chat/completions', () => {
  it('gives the same answer again, also where a long one was stored, and refuses another body', async () => {
    const output = 'All the words. '.repeat(8_000);
    reply = () => ({ content: output, usage: { inputTokens: 9, outputTokens: 9 } });
    const { key, balance } = await gateway.account(100);
    const once = { 'idempotency-key': 'once' };
    const first = await knock(gateway, key, '/chat/completions', HELLO, once);
    const after = await balance();
    const again = await knock(
      gateway,
      key,
      '/chat/completions',
      { messages: HELLO.messages, model: HELLO.model },
      once,
    );
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(again.body.choices[0].message.content).toBe(output);
    expect(await balance()).toEqual(after);
    expect(gateway.upstream.requests()).toHaveLength(1);
    const other = await knock(gateway, key, '/chat/completions', { ...HELLO, model: 'gpt-5.4' }, once);
    expect(other.status).toBe(422);
    expect(other.body.error.code).toBe('idempotency_mismatch');
  });
});

describe('GET /v1/models', () => {
  it('lists what can be asked, and each by its ID', async () => {
    const { status, body } = await knock(gateway, account.key, '/models');
    expect(status).toBe(200);
    expect(body.object).toBe('list');
    const listed = body.data.find(({ id }: { id: string }) => id === 'gpt-4o');
    expect(listed).toMatchObject({ object: 'model', owned_by: 'openai' });
    expect((await knock(gateway, account.key, '/models/gpt-4o')).body).toEqual(listed);
  });
});
