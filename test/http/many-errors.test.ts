import { afterAll, beforeAll, expect, it } from 'vitest';
import { problemsOf } from '../support/openapi-component.ts';
import { startTestGateway, type TestAccount, type TestGateway } from '../support/test-gateway.ts';

let gateway: TestGateway;
let account: TestAccount;

beforeAll(async () => {
  gateway = await startTestGateway();
  account = await gateway.account(1_000);
});
afterAll(() => gateway.stop());

const turn = { role: 'user', content: 'x', cache_control: { type: 'ephemeral' } };

it.each([
  [
    'fields and files',
    { prompt: 'x', models: Array(64).fill(7), attachments: [{ name: 'a', type: 'image/png', base64: '!' }] },
  ],
  [
    'cache breakpoints',
    { prompt: 'x', models: ['gpt-4o'], history: Array.from({ length: 200 }, () => turn) },
  ],
])('of more than 32 wrong places, in %s, 32 are named', async (_name, body) => {
  const reply = await gateway.post(account.key, body);
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toHaveLength(32);
  expect(problemsOf('Problem', reply.body)).toEqual([]);
});
