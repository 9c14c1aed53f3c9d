import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gatewayOfFile } from '../../support/gateways/gateway-of-file.ts';
import { eventually } from '../../support/eventually.ts';
import { slowIt } from '../../support/whole-run.ts';

const DAY_MS = 86_400_000;
/** Holds back every answer; open again when the test ends. */
let held: PromiseWithResolvers<void>;

const gateway = gatewayOfFile({
  environment: { ASSAY_DRAIN_DELAY_MS: '0' },
  sandbox: {
    reply: async () => {
      await held.promise;
      return { content: 'x', usage: { inputTokens: 1_000, outputTokens: 100 } };
    },
  },
});
beforeEach(() => (held = Promise.withResolvers()));
afterEach(() => {
  vi.useRealTimers();
  held.resolve();
});

const BODY = { prompt: 'hi', models: ['gpt-4o'] };
/** 1,000 tokens in and 100 out of gpt-4o, micro-credits. */
const CHARGE = 350_000;

it('76 grants and new settings during charges lose neither', async () => {
  const { name, key, balance } = await gateway.account(1_000);
  gateway.upstream.clear();
  const running = Array.from({ length: 20 }, () => gateway.post(key, BODY));
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(20));
  held.resolve();
  await gateway.admin(async (ledger) => {
    for (let index = 0; index < 20; index += 1)
      await Promise.all([
        ledger.adjustCredits(name, 1),
        ledger.changeAccount(name, { requestsPerMinute: 1_000 + index, markupMilli: 2_000 }),
      ]);
  });
  expect((await Promise.all(running)).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(await balance()).toEqual({ posted: 1_000_000_000 + 20 - 20 * CHARGE, reserved: 0 });
  const [changed] = (await gateway.admin((ledger) => ledger.listAccounts())).filter(
    (one) => one.name === name,
  );
  expect(changed).toMatchObject({ requestsPerMinute: 1_019, markupMilli: 2_000 });
  // What began under the old markup was charged by it; what begins now is not.
  expect((await gateway.post(key, BODY)).body.creditsUsed).toBeCloseTo((2 * CHARGE) / 1e6, 9);
});

it.each([DAY_MS, -DAY_MS])('77 a clock jump of %i ms ends no hold and no request', async (jumpMs) => {
  const { key, balance } = await gateway.account(1_000);
  gateway.upstream.clear();
  const running = gateway.post(key, BODY);
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jumpMs });
  const { reserved } = await balance();
  expect(reserved).toBeGreaterThan(CHARGE);
  // Others come and go by the new time.
  const other = await gateway.account(1_000);
  held.resolve();
  expect((await gateway.post(other.key, BODY)).status).toBe(200);
  const { status, body } = await running;
  expect([status, body.results[0].status]).toEqual([200, 'completed']);
  expect(await balance()).toEqual({ posted: 1_000_000_000 - CHARGE, reserved: 0 });
  expect(await gateway.admin((ledger) => ledger.check())).toEqual([]);
});

it('77 a reply kept for ten minutes is not kept a day longer when the clock goes back', async () => {
  const { key } = await gateway.account(1_000);
  held.resolve();
  const post = () => gateway.post(key, { ...BODY, zero_data_retention: true }, { 'idempotency-key': 'one' });
  expect((await post()).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.now() - DAY_MS });
  expect((await post()).headers.get('idempotency-replayed')).toBe('true');
  vi.advanceTimersByTime(700_000);
  expect((await post()).status).toBe(409);
});

slowIt('78 a drain with 100 requests in flight answers and charges all, and leaves no hold', async () => {
  const { key, balance } = await gateway.account(1_000);
  gateway.upstream.clear();
  const running = Array.from({ length: 100 }, () => gateway.post(key, BODY));
  await eventually(() => expect(gateway.upstream.requests()).toHaveLength(100));
  const restarted = gateway.restart();
  await eventually(() => expect(fetch(gateway.url)).rejects.toThrow());
  held.resolve();
  const replies = await Promise.all(running);
  expect(replies.map(({ status }) => status)).toEqual(Array(100).fill(200));
  await restarted;
  expect(await balance()).toEqual({ posted: 1_000_000_000 - 100 * CHARGE, reserved: 0 });
  expect((await gateway.post(key, BODY)).status).toBe(200);
});
