import { afterEach, expect, it } from 'vitest';
import { startTestGateway, type TestGateway, type TestReply } from '../../support/gateways/test-gateway.ts';

const USAGE = { inputTokens: 10, outputTokens: 10 };
const SETTINGS = { cache: true, requestsPerMinute: 10_000, requestsInFlight: 200 };

let gateway: TestGateway;
afterEach(() => gateway.stop());

const quote = (key: string, body: object): Promise<TestReply> =>
  gateway.send(key, '/api/v1/prompt/quote', { body });

it('is never asked anew for an answer that it has, however many entries are looked up at once', async () => {
  gateway = await startTestGateway({ sandbox: { reply: () => ({ content: 'Canberra.', usage: USAGE }) } });
  const { key, balance } = await gateway.account(10_000, SETTINGS);
  // More than an account may have waiting at the reader of long texts.
  const models = Array.from({ length: 64 }, () => 'ministral-3b-2512');
  const body = { prompt: 'Which?', models, cache: { maxAgeSeconds: 3_600 } };
  expect((await gateway.post(key, body)).status).toBe(200);
  await expect
    .poll(async () => (await quote(key, body)).body.calls?.total, { timeout: 120_000, interval: 200 })
    .toBe(0);
  const { posted } = await balance();
  gateway.upstream.clear();
  const answers = await Promise.all(Array.from({ length: 45 }, () => gateway.post(key, body)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(answers.map(({ body: { creditsUsed } }) => creditsUsed)).toEqual(answers.map(() => 0));
  expect(gateway.upstream.requests()).toEqual([]);
  expect((await balance()).posted).toBe(posted);
});

it('gives no more memory to answers than the account’s share, and charges nothing where that is full', async () => {
  gateway = await startTestGateway({
    sandbox: { reply: () => ({ content: 'word '.repeat(80_000), usage: USAGE }) },
    environment: { ASSAY_MAX_BODY_BYTES: '1000000', ASSAY_MAX_BODIES_BYTES: '2000000' },
  });
  const { key, balance } = await gateway.account(10_000, SETTINGS);
  const ask = (count: number): object => ({
    prompt: 'Which?',
    models: Array.from({ length: count }, () => 'ministral-3b-2512'),
    cache: { maxAgeSeconds: 3_600 },
  });
  // Each is stored as it comes, so the third entry is one more than the share holds: 1 MB.
  for (const count of [2, 3]) expect((await gateway.post(key, ask(count))).status).toBe(200);
  await expect.poll(async () => (await quote(key, ask(2))).body.calls?.total).toBe(0);
  await expect.poll(async () => (await quote(key, ask(3))).status, { timeout: 120_000 }).toBe(503);
  const { posted } = await balance();
  gateway.upstream.clear();
  for (let time = 0; time < 5; time += 1) {
    const refused = await gateway.post(key, ask(3));
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(refused.body.detail).toMatch(/earlier answers/);
    expect((await gateway.post(key, ask(2))).body.creditsUsed).toBe(0);
  }
  expect(gateway.upstream.requests()).toEqual([]);
  expect((await balance()).posted).toBe(posted);
});
