import { afterAll, beforeAll, expect, it } from 'vitest';
import { chatAnswer, startHostileProvider } from '../../support/servers/hostile-provider.ts';
import { startHostileScene, type HostileScene } from './hostile-scene.ts';

let scene: HostileScene;

beforeAll(async () => {
  scene = await startHostileScene();
});
afterAll(() => scene.stop());

it('59 a refused connection, an unknown name and a failed TLS handshake each fail only their own model, at no cost', async () => {
  const { body } = await scene.ask('deepseek-flash', 'gpt-oss-120b', 'cerebras-gpt-oss-120b');
  expect(body.results.map(({ status: ended }: { status: string }) => ended)).toEqual([
    'failed',
    'failed',
    'failed',
    'completed',
  ]);
  for (const { error, credits, latencyMs } of body.results.slice(0, 3))
    expect([error.code, credits, Number.isFinite(latencyMs)]).toEqual(['unavailable', 0, true]);
  expect(body.creditsUsed).toBe(body.results[3].credits);
});

it.each<[string, number]>([
  ['0', 2],
  ['-5', 2],
  ['soon', 2],
  ['', 2],
  ['1e9', 2],
  ['999999999', 1],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 1],
  ['Thu, 01 Jan 1970 00:00:00 GMT', 2],
])(
  '62 a 429 with Retry-After %j ends after %i attempts: the pause is bounded, or not taken',
  async (wish, attempts) => {
    scene.provider.answer((_request, response) => response.writeHead(429, { 'retry-after': wish }).end('{}'));
    const { body } = await scene.ask('grok-4.3');
    expect(body.results[0]).toMatchObject({ status: 'failed', error: { code: 'rate_limited' }, attempts });
  },
);

it.each([301, 302, 303, 307, 308])(
  '63 a %i is not followed, and the key goes nowhere else',
  async (status) => {
    const elsewhere = await startHostileProvider();
    scene.provider.answer((_request, response) =>
      response.writeHead(status, { location: `${elsewhere.url}/v1` }).end(),
    );
    expect((await scene.askMistral()).error.code).toBe('malformed_reply');
    expect(elsewhere.connections()).toBe(0);
    await elsewhere.stop();
  },
);

it.each([401, 403])(
  '64 a %i is provider_auth, and the provider’s message about the key is dropped',
  async (status) => {
    const message = 'Incorrect API key provided: sk-canary-9f31. You can find yours at';
    scene.provider.answer((_request, response) =>
      response.writeHead(status).end(JSON.stringify({ error: { message } })),
    );
    const result = await scene.askMistral();
    expect(result.error).toMatchObject({ code: 'provider_auth', retryable: false });
    expect(JSON.stringify(result)).not.toContain('sk-canary');
    expect(scene.gateway.logs()).not.toContain('sk-canary');
  },
);

it('65 no header of a provider reaches a client', async () => {
  scene.provider.answer((_request, response) => {
    const headers = {
      'set-cookie': 'sid=canary-65',
      'x-canary': 'canary-65',
      location: '/canary-65',
      ratelimit: 'canary-65',
    };
    response.writeHead(200, headers).end(chatAnswer('fine'));
  });
  const { headers, body } = await scene.ask('mistral-large-2512');
  expect(body.results[0].status).toBe('completed');
  expect(JSON.stringify([...headers])).not.toContain('canary');
});

it.each<[string, string]>([
  [
    'headers past every bound',
    `HTTP/1.1 200 OK\r\nX-Long: ${'x'.repeat(100_000)}\r\nContent-Length: 2\r\n\r\n{}`,
  ],
  ['a folded header', 'HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\nContent-Length: 2\r\n\r\n{}'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\n{}'],
  ['NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\u0000b\r\nContent-Length: 2\r\n\r\n{}'],
  ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
  ['no HTTP at all', 'hello\r\n\r\n'],
])('65 a reply with %s fails only its own model', async (_name, bytes) => {
  scene.provider.answer((request) => request.socket.end(bytes));
  const result = await scene.askMistral();
  expect(result.status).toBe('failed');
  expect(['unavailable', 'malformed_reply']).toContain(result.error.code);
});

it('66 an output is returned byte for byte, as JSON that browsers do not sniff, and is not logged', async () => {
  const output =
    '\u001b[2J\u001b]0;canary-66\u0007</script><script>alert(1)</script>\r\n```json\n{"verdict":"first"}\n```\u0000\u202E';
  scene.provider.answer((_request, response) => response.end(chatAnswer(output)));
  const { headers, body } = await scene.ask('mistral-large-2512');
  expect(body.results[0]).toMatchObject({ status: 'completed', output });
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(scene.gateway.logs()).not.toContain('canary-66');
});
