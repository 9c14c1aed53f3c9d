import { expect, it } from 'vitest';
import { accountOfFile, gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { answersTo } from '../../support/clients/raw-connection.ts';
import { eventually } from '../../support/eventually.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BODY = { prompt: 'hi', models: ['gpt-4o'] };
const SLOW = { ...BODY, prompt: 'take your time' };
/** Until then `SLOW` is not answered. */
const slow = Promise.withResolvers<void>();

const gateway = gatewayOfFile({
  environment: { ASSAY_LOG_LEVEL: 'info' },
  sandbox: {
    reply: async ({ user }) => {
      if (user === SLOW.prompt) await slow.promise;
      return undefined;
    },
  },
});
const account = accountOfFile(gateway, 1_000);

const requestLine = (requestId: string) =>
  gateway
    .logs()
    .split('\n')
    .find((line) => line.includes('"msg":"request"') && line.includes(`"requestId":"${requestId}"`));

it.each([
  ['an answer', '/api/v1/models', 200],
  ['a page', '/docs', 200],
  ['no such address', '/nowhere', 404],
  ['no key', '/api/v1/balance', 401],
])('%s has the X-Request-Id that was sent, or one of its own', async (_name, path, status) => {
  const key = status === 200 ? account.key : undefined;
  const own = await gateway.get(key, path, { 'x-request-id': 'My.id-1:2/3+4=' });
  expect([own.status, own.headers.get('x-request-id')]).toEqual([status, 'My.id-1:2/3+4=']);
  const given = await gateway.get(key, path);
  expect(given.headers.get('x-request-id')).toMatch(UUID);
});

it.each([
  ['too long', 'a'.repeat(129)],
  ['with a blank', 'a b'],
  ['with quotes', '"a"'],
  ['an API key', 'assay_12345678_secret'],
  ['empty', ''],
])('an X-Request-Id that is %s is replaced', async (_name, sent) => {
  const reply = await fetch(`${gateway.url}/api/v1/models`, { headers: { 'x-request-id': sent } });
  expect(reply.headers.get('x-request-id')).toMatch(UUID);
});

it('one that is sent twice is replaced, and what is no HTTP has one too', async () => {
  const twice =
    'GET /nowhere HTTP/1.1\r\nHost: a\r\nX-Request-Id: a\r\nX-Request-Id: b\r\nConnection: close\r\n\r\n';
  for (const bytes of [twice, 'no HTTP\r\n\r\n']) {
    const [answer] = await answersTo(gateway.url, bytes);
    expect(answer?.headers.get('x-request-id')).toMatch(UUID);
  }
});

it('a prompt has its promptLogId in a header and in its request line, with the account', async () => {
  const reply = await gateway.post(account.key, BODY, { 'x-request-id': 'the-first' });
  expect(reply.headers.get('x-prompt-log-id')).toBe(reply.body.promptLogId);
  await eventually(() => expect(requestLine('the-first')).toBeDefined());
  expect(JSON.parse(requestLine('the-first') ?? '')).toMatchObject({
    promptLogId: reply.body.promptLogId,
    accountId: expect.any(Number),
    route: '/api/v1/prompt',
    status: 200,
  });
});

it.each(['/api/v1/models', '/v1/models', '/api/v1/balance'])(
  'the request line of %s names the account of the key',
  async (path) => {
    const requestId = `account of ${path}`.replaceAll(' ', '-');
    await gateway.get(account.key, path, { 'x-request-id': requestId });
    await eventually(() => expect(requestLine(requestId)).toBeDefined());
    expect(JSON.parse(requestLine(requestId) ?? '')).toMatchObject({
      accountId: expect.any(Number),
      route: path,
    });
  },
);

it('the request line of a suspended account names the account', async () => {
  const suspended = await gateway.account(1);
  await gateway.admin((ledger) => ledger.suspendAccount(suspended.name, true));
  const reply = await gateway.get(suspended.key, '/api/v1/models', { 'x-request-id': 'suspended' });
  expect(reply.status).toBe(403);
  await eventually(() => expect(requestLine('suspended')).toBeDefined());
  expect(JSON.parse(requestLine('suspended') ?? '')).toMatchObject({ accountId: expect.any(Number) });
});

it('a repetition while the first one runs has the promptLogId of the first one', async () => {
  const key = { 'idempotency-key': 'slow' };
  gateway.upstream.clear();
  const running = gateway.post(account.key, SLOW, key);
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
  const second = await gateway.post(account.key, SLOW, key);
  slow.resolve();
  const first = await running;
  expect([first.status, second.status]).toEqual([200, 409]);
  expect(second.body.type).toContain('request-in-flight');
  expect(second.headers.get('x-prompt-log-id')).toBe(first.body.promptLogId);
});

it('a repeated answer and a record have it too; what holds nothing has none', async () => {
  const key = { 'idempotency-key': 'same' };
  const { promptLogId } = (await gateway.post(account.key, BODY, key)).body;
  const again = await gateway.post(account.key, BODY, key);
  expect(again.headers.get('x-prompt-log-id')).toBe(promptLogId);
  const record = await gateway.get(account.key, `/api/v1/prompts/${promptLogId}`);
  expect(record.headers.get('x-prompt-log-id')).toBe(promptLogId);
  const refused = await gateway.post(account.key, { ...BODY, models: [] });
  expect(refused.headers.get('x-prompt-log-id')).toBeNull();
});
