import OpenAI, { APIError } from 'openai';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AgentStep, scriptedAgent } from '../../sandbox/agent.ts';
import type { SandboxCall, SandboxReply } from '../../../core/sandbox/upstream.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { readMetric } from '../../support/gateways/read-metrics.ts';

let reply: (call: SandboxCall) => SandboxReply | undefined;
let client: OpenAI;

const gateway = gatewayOfFile({ sandbox: { reply: (call) => reply(call) } });
const account = accountOfFile(gateway, 1_000);
beforeAll(() => {
  client = new OpenAI({ apiKey: account.key, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
});
beforeEach(() => gateway.upstream.clear());

/** One of each format and dialect. */
const MODELS = [
  'gpt-5.4',
  'claude-haiku-4-5',
  'gemini-3.5-flash',
  'nova-2-lite',
  'mistral-small-2603',
  'deepseek-flash',
  'grok-4.3',
  'gpt-oss-120b',
  'cerebras-gpt-oss-120b',
];

const WEATHER = {
  type: 'function' as const,
  function: {
    name: 'get_weather',
    description: 'Weather of a city.',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string' } },
      required: ['city'],
      additionalProperties: false,
    },
  },
};
const PARALLEL: AgentStep = [
  { name: 'get_weather', arguments: '{"city":"Paris"}' },
  { name: 'get_weather', arguments: '{"city":"Zürich 🏔"}' },
];
const SCRIPT: readonly AgentStep[] = [
  PARALLEL,
  [{ name: 'get_weather', arguments: '{"city":"Rome"}' }],
  'It is warm everywhere.',
];

describe.each(MODELS)('a loop of calls with %s', (model) => {
  it.each([true, false])('runs to its end with the unchanged client; streamed: %s', async (isStreamed) => {
    reply = scriptedAgent(SCRIPT);
    const asked: string[] = [];
    const run = {
      model,
      messages: [{ role: 'user' as const, content: 'How is the weather?' }],
      tools: [
        {
          type: 'function' as const,
          function: {
            ...WEATHER.function,
            parse: JSON.parse,
            function: ({ city }: { readonly city: string }) => {
              asked.push(city);
              return `22 degrees in ${city}`;
            },
          },
        },
      ],
    };
    const runner = isStreamed
      ? client.chat.completions.runTools({ ...run, stream: true })
      : client.chat.completions.runTools(run);
    expect(await runner.finalContent()).toBe('It is warm everywhere.');
    expect(asked).toEqual(['Paris', 'Zürich 🏔', 'Rome']);
    const sent = JSON.stringify(gateway.upstream.requests().at(-1)?.body);
    for (const city of ['Paris', 'Zürich 🏔', 'Rome']) expect(sent).toContain(`22 degrees in ${city}`);
  });
});

describe('calls on the chat completions address', () => {
  it('come in a stream as OpenAI sends them', async () => {
    reply = scriptedAgent(SCRIPT, { usage: { inputTokens: 100, outputTokens: 20 } });
    const stream = await client.chat.completions.create({
      model: 'claude-haiku-4-5',
      messages: [{ role: 'user', content: 'Weather?' }],
      tools: [WEATHER],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks = await Array.fromAsync(stream);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: null, refusal: null });
    const deltas = chunks.flatMap(({ choices }) => choices[0]?.delta.tool_calls ?? []);
    const firsts = deltas.filter(({ id }) => id !== undefined);
    expect(firsts.map(({ index, type, function: one }) => [index, type, one?.name])).toEqual([
      [0, 'function', 'get_weather'],
      [1, 'function', 'get_weather'],
    ]);
    const written = [0, 1].map((at) =>
      deltas
        .filter(({ index }) => index === at)
        .map((delta) => delta.function?.arguments ?? '')
        .join(''),
    );
    expect(written).toEqual(PARALLEL.map((call) => (typeof call === 'string' ? call : call.arguments)));
    expect(chunks.at(-2)?.choices[0]?.finish_reason).toBe('tool_calls');
    expect(chunks.at(-1)?.usage).toMatchObject({ prompt_tokens: 100, completion_tokens: 20 });
  });

  it('are charged, stored, and told again under the idempotency key with the same IDs', async () => {
    reply = scriptedAgent(SCRIPT);
    const body = {
      model: 'gemini-3.5-flash',
      messages: [{ role: 'user', content: 'Weather?' }],
      tools: [WEATHER],
    };
    const once = { 'idempotency-key': 'with-tools' };
    const first = await knock(gateway, account.key, '/chat/completions', body, once);
    const again = await knock(gateway, account.key, '/chat/completions', body, once);
    const other = await knock(gateway, account.key, '/chat/completions', { ...body, tools: [] }, once);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body).toEqual(first.body);
    expect(other).toMatchObject({ status: 422, body: { error: { code: 'idempotency_mismatch' } } });
    const { promptLogId, creditsUsed } = first.body.assay;
    expect(creditsUsed).toBeGreaterThan(0);
    const record = await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
    expect(record.body).toMatchObject({
      request: { tools: { functions: [{ name: 'get_weather' }], choice: 'auto' } },
      response: { results: [{ calls: [{ name: 'get_weather' }, { name: 'get_weather' }] }] },
    });
  });

  it('are counted by model', async () => {
    const labels = { model: 'nova-2-lite', provider: 'bedrock' };
    const counted = () => readMetric(gateway.operationsUrl, 'assay_function_calls_total', labels);
    const before = await counted();
    reply = scriptedAgent([PARALLEL, 'done']);
    const body = { model: labels.model, messages: [{ role: 'user', content: 'Weather?' }] };
    await knock(gateway, account.key, '/chat/completions', { ...body, tools: [WEATHER] });
    expect((await counted()) - before).toBe(2);
  });

  it('leave nothing on disk under zero data retention', async () => {
    reply = scriptedAgent([[{ name: 'get_weather', arguments: '{"city":"Atlantis-9137"}' }]]);
    const turns = [
      { role: 'user', content: 'Secret-4711?' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: '{"city":"Mu-2222"}' },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: 'Result-8888' },
    ];
    const body = { model: 'claude-haiku-4-5', messages: turns, tools: [WEATHER], store: false };
    const { status, body: answer } = await knock(gateway, account.key, '/chat/completions', body);
    expect([status, answer.choices[0].finish_reason]).toEqual([200, 'tool_calls']);
    const { text } = await gateway.get(account.key, `/api/v1/prompts/${answer.assay.promptLogId}`);
    for (const word of ['Atlantis-9137', 'Mu-2222', 'Result-8888', 'Secret-4711'])
      expect(text).not.toContain(word);
  });

  it('hand on arguments that are no JSON, both ways', async () => {
    const broken = '{"city": "Par';
    reply = scriptedAgent([[{ name: 'get_weather', arguments: '{}', id: 'call_x' }], 'done']);
    const messages = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        tool_calls: [
          { id: 'call_x', type: 'function', function: { name: 'get_weather', arguments: broken } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_x', content: 'Your arguments are no JSON.' },
    ];
    const ask = async (model: string) => {
      const told = await knock(gateway, account.key, '/chat/completions', {
        model,
        messages,
        tools: [WEATHER],
      });
      expect(told.status).toBe(200);
      return JSON.stringify(gateway.upstream.requests().at(-1)?.body);
    };
    expect(await ask('mistral-small-2603')).toContain(JSON.stringify(broken));
    expect(await ask('claude-haiku-4-5')).toContain(`"input":{"invalid_json":${JSON.stringify(broken)}}`);
  });

  it('carry long arguments and results whole, in a body that a thread reads', async () => {
    reply = scriptedAgent([[{ name: 'get_weather', arguments: '{}' }], 'done']);
    const city = 'Łódź "quoted" \\ '.repeat(6_000);
    const result = 'Sonne ☀ '.repeat(12_000);
    const messages = [
      { role: 'user', content: 'Weather?' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [
          {
            id: 'call_x',
            type: 'function',
            function: { name: 'get_weather', arguments: JSON.stringify({ city }) },
          },
        ],
      },
      { role: 'tool', tool_call_id: 'call_x', content: result },
    ];
    for (const model of MODELS) {
      const told = await knock(gateway, account.key, '/chat/completions', {
        model,
        messages,
        tools: [WEATHER],
      });
      expect([model, told.status]).toEqual([model, 200]);
      const sent = JSON.stringify(gateway.upstream.requests().at(-1)?.body);
      expect(sent).toContain(JSON.stringify(result));
      const inner = JSON.stringify({ city });
      expect([sent.includes(inner), sent.includes(JSON.stringify(inner))]).toContain(true);
    }
  });
});

describe('a call whose stream breaks off', () => {
  const STREAMED_MODELS = ['gpt-5.4', 'claude-haiku-4-5', 'nova-2-lite', 'deepseek-flash'];
  /** The chunks that came, and the error that ended them. */
  const stream = async (model: string) => {
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    try {
      const asked = { model, messages: [{ role: 'user' as const, content: 'Weather?' }], tools: [WEATHER] };
      for await (const chunk of await client.chat.completions.create({ ...asked, stream: true }))
        chunks.push(chunk);
      return { chunks, error: undefined };
    } catch (error) {
      return { chunks, error };
    }
  };
  const begun = (chunks: readonly OpenAI.ChatCompletionChunk[]): number =>
    chunks.filter(({ choices }) => choices[0]?.delta.tool_calls?.[0]?.id !== undefined).length;
  const attemptsOf = (): readonly number[] => [...gateway.upstream.callCounts().values()];
  const call = { content: '', calls: [{ name: 'get_weather', arguments: '{"city":"Paris"}' }] };

  it('is not asked for again once its first bytes have been delivered', async () => {
    // Far longer than a delivery takes. By then the first call has begun in each format, and the second is not whole.
    const broken = (afterEvents: number) =>
      ({ eventEveryMs: 300, fault: { kind: 'reset', afterEvents } }) as const;
    const calls = [...call.calls, ...call.calls];
    reply = ({ provider }) => ({ ...call, calls, stream: broken(provider === 'openai' ? 8 : 4) });
    const told = await Promise.all(STREAMED_MODELS.map(stream));
    for (const { chunks, error } of told) {
      expect(begun(chunks)).toBeGreaterThan(0);
      expect(error).toBeInstanceOf(APIError);
    }
    expect(attemptsOf()).toEqual(STREAMED_MODELS.map(() => 1));
  });

  it('is asked for again before that, and comes once', async () => {
    reply = ({ attempt }) =>
      attempt === 1 ? { ...call, stream: { fault: { kind: 'reset', afterEvents: 0 } } } : call;
    const told = await Promise.all(STREAMED_MODELS.map(stream));
    for (const { chunks, error } of told) expect([begun(chunks), error]).toEqual([1, undefined]);
    expect(attemptsOf()).toEqual(STREAMED_MODELS.map(() => 2));
  });
});

describe('the chat completions address refuses', () => {
  const messages = [{ role: 'user', content: 'Weather?' }];
  const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{}' } };
  const ask = (body: object) =>
    knock(gateway, account.key, '/chat/completions', { model: 'gpt-5.4', messages, ...body });

  it.each([
    ['two functions of a name', { tools: [WEATHER, WEATHER] }, 'tools[1].function.name'],
    [
      'a name with a space',
      { tools: [{ ...WEATHER, function: { name: 'get weather' } }] },
      'tools[0].function.name',
    ],
    [
      'parameters that are a list',
      { tools: [{ ...WEATHER, function: { name: 'a', parameters: { type: 'array' } } }] },
      'tools[0].function.parameters',
    ],
    [
      'a choice that is not there',
      { tools: [WEATHER], tool_choice: { type: 'function', function: { name: 'b' } } },
      'tool_choice',
    ],
    ['a required call without functions', { tool_choice: 'required' }, 'tool_choice'],
    [
      'a call without its result',
      { messages: [...messages, { role: 'assistant', tool_calls: [call] }, ...messages] },
      'messages[1].tool_calls[0]',
    ],
    [
      'a result without its call',
      { messages: [...messages, { role: 'tool', tool_call_id: 'x', content: '' }] },
      'messages[1].tool_call_id',
    ],
    ['a hosted tool', { tools: [{ type: 'web_search' }] }, 'tools[0].function'],
    [
      'a forced call of a model that thinks',
      { model: 'deepseek-v4-pro', tools: [WEATHER], tool_choice: 'required' },
      'tool_choice',
    ],
  ])('%s', async (_name, body, param) => {
    const { status, body: told } = await ask(body);
    expect([status, told.error.param]).toEqual([400, param]);
  });
});
