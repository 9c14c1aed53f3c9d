import { expect, it } from 'vitest';
import { scriptedAgent } from '../../sandbox/agent.ts';
import { knock } from '../../support/clients/compat-client.ts';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';

const MODEL = 'gpt-5.4';
const DEEP = `{"a":${'['.repeat(6_000)}${']'.repeat(6_000)}}`;

const gateway = gatewayOfFile({
  sandbox: { reply: scriptedAgent([[{ name: 'get_weather', arguments: DEEP }]]) },
});
const account = accountOfFile(gateway, 1_000);

const MESSAGES = {
  model: MODEL,
  max_tokens: 1_000,
  tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
};
const CHAT = { model: MODEL, tools: [{ type: 'function', function: { name: 'get_weather' } }] };
const question = { role: 'user', content: 'Weather?' };

/** A conversation in which a function was called, as each endpoint writes it. */
const messagesWith = (name: string) => [
  question,
  { role: 'assistant', content: [{ type: 'tool_use', id: 'call_1', name, input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'rain' }] },
];
const chatWith = (name: string, args = '{}') => [
  question,
  {
    role: 'assistant',
    tool_calls: [{ id: 'call_1', type: 'function', function: { name, arguments: args } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'rain' },
];

it('arguments that nest without end are passed on as text, and paid for once', async () => {
  const { status, body } = await knock(gateway, account.key, '/messages', {
    ...MESSAGES,
    messages: [question],
  });
  expect(status, JSON.stringify(body).slice(0, 500)).toBe(200);
  expect(body.content).toMatchObject([{ type: 'tool_use', input: { invalid_json: DEEP } }]);
  const later = await knock(gateway, account.key, '/chat/completions', {
    ...CHAT,
    messages: chatWith('get_weather', DEEP),
  });
  expect(later.status, JSON.stringify(later.body).slice(0, 500)).toBe(200);
});

it.each([
  ['longer than a name may be', 'x'.repeat(65)],
  ['of megabytes', 'x'.repeat(4_500_000)],
  ['with other characters', 'get weather'],
])('a call of a function whose name is %s is a 400', async (_, name) => {
  const bodies = [
    ['/messages', { ...MESSAGES, messages: messagesWith(name) }],
    ['/chat/completions', { ...CHAT, messages: chatWith(name) }],
    [
      '/responses',
      {
        model: MODEL,
        tools: [{ type: 'function', name: 'get_weather' }],
        input: [
          question,
          { type: 'function_call', call_id: 'call_1', name, arguments: '{}' },
          { type: 'function_call_output', call_id: 'call_1', output: 'rain' },
        ],
      },
    ],
  ] as const;
  for (const [path, body] of bodies) {
    const refused = await knock(gateway, account.key, path, body);
    expect([path, refused.status]).toEqual([path, 400]);
    expect(JSON.stringify(refused.body)).toContain('name');
  }
});

it('another verbosity is another request for an idempotency key', async () => {
  const ask = (verbosity: string) =>
    knock(
      gateway,
      account.key,
      '/chat/completions',
      { model: 'gpt-5.4', messages: [question], verbosity },
      { 'idempotency-key': 'one' },
    );
  expect((await ask('low')).status).toBe(200);
  expect((await ask('high')).status).toBe(422);
});
