import * as fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EVENT_LIFE_MS } from '../../core/ledger/webhooks/outbox.ts';
import { createMetrics } from '../../core/metrics.ts';
import { WebhookDeliverer } from '../../core/webhooks/deliverer.ts';
import { MAX_SENDING, MAX_SENDING_OF_ACCOUNT } from '../../core/webhooks/receiver-turns.ts';
import type { SendResult } from '../../core/webhooks/send-webhook.ts';
import { signWebhook } from '../../core/webhooks/sign-webhook.ts';
import { pauseAfter, WEBHOOK_TIMES } from '../../core/webhooks/webhook-times.ts';
import { FakeOutbox } from './fake-outbox.ts';

const FAILED: SendResult = { kind: 'failed', isGone: false, failure: 'HTTP 500' };
const ACCEPTED: SendResult = { kind: 'accepted' };

let outbox: FakeOutbox;
/** What is being sent at this moment, by account. */
let open: Map<number, number>;
let most: Map<number, number>;
let answer: (accountId: number) => Promise<SendResult>;
let deliverer: WebhookDeliverer;
let sent: { readonly accountId: number; readonly atMs: number }[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  outbox = new FakeOutbox(() => Date.now());
  open = new Map();
  most = new Map();
  sent = [];
  answer = async () => ACCEPTED;
  deliverer = new WebhookDeliverer({
    ledger: { webhooks: outbox, readLog: async () => undefined },
    pool: { signWebhook: async (task) => signWebhook(task) },
    sender: { send, close: async () => {} },
    metrics: createMetrics({
      version: '',
      queuedTasks: () => 0,
      heldMicroCredits: () => 0,
      providers: () => [],
      shutdowns: () => [],
    }),
    log: pino({ level: 'silent' }),
    times: WEBHOOK_TIMES,
    now: () => Date.now(),
  });
  deliverer.start();
});
afterEach(async () => {
  const stopped = deliverer.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  await stopped;
  vi.useRealTimers();
  vi.restoreAllMocks();
});

async function send(url: string): Promise<SendResult> {
  const accountId = Number(url.split('/').at(-1));
  const now = (open.get(accountId) ?? 0) + 1;
  open.set(accountId, now);
  most.set(accountId, Math.max(most.get(accountId) ?? 0, now));
  most.set(
    0,
    Math.max(
      most.get(0) ?? 0,
      [...open.values()].reduce((sum, each) => sum + each, 0),
    ),
  );
  sent.push({ accountId, atMs: Date.now() });
  try {
    return await answer(accountId);
  } finally {
    open.set(accountId, (open.get(accountId) ?? 0) - 1);
  }
}

const after = (ms: number, outcome: SendResult): Promise<SendResult> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(outcome), ms);
  });

describe('an event that nobody takes', () => {
  it('is sent again after pauses that grow, for a day, and is dead then', async () => {
    answer = async () => FAILED;
    outbox.add('unwanted', 1);
    await vi.advanceTimersByTimeAsync(EVENT_LIFE_MS + 60_000);
    const pauses = sent.map(({ atMs }, index) => atMs - (sent[index - 1]?.atMs ?? atMs)).slice(1);
    for (const [index, pauseMs] of pauses.entries()) {
      const expectedMs = pauseAfter(index + 1, WEBHOOK_TIMES);
      expect(pauseMs).toBeGreaterThanOrEqual(expectedMs);
      // The receiver's cooldown and the pause between two looks at the outbox come on top.
      expect(pauseMs).toBeLessThanOrEqual(expectedMs + WEBHOOK_TIMES.maxCooldownMs + WEBHOOK_TIMES.lookMs);
    }
    expect(sent.length).toBeGreaterThan(10);
    const reports = outbox.reports.map(({ outcome }) => outcome);
    expect(reports).toEqual([...pauses.map(() => 'failed'), 'dead']);
    expect(sent.at(-1)?.atMs).toBeLessThan((sent[0]?.atMs ?? 0) + EVENT_LIFE_MS);
  });

  it('is dead at once where its receiver is gone', async () => {
    answer = async () => ({ kind: 'failed', isGone: true, failure: 'HTTP 410' });
    outbox.add('unwanted', 1);
    await vi.advanceTimersByTimeAsync(EVENT_LIFE_MS);
    expect(outbox.reports).toEqual([{ id: 'unwanted', attempt: 1, outcome: 'dead', failure: 'HTTP 410' }]);
    expect(sent).toHaveLength(1);
  });

  it('pauses for half of the longest pause at least, whatever chance says', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, chance) => {
          const maxMs = Math.min(WEBHOOK_TIMES.maxPauseMs, WEBHOOK_TIMES.firstPauseMs * 3 ** (attempt - 1));
          vi.spyOn(Math, 'random').mockReturnValue(chance);
          const pauseMs = pauseAfter(attempt, WEBHOOK_TIMES);
          expect(Number.isSafeInteger(pauseMs)).toBe(true);
          expect(pauseMs).toBeGreaterThanOrEqual(maxMs / 2);
          expect(pauseMs).toBeLessThanOrEqual(maxMs);
        },
      ),
    );
  });
});

describe('many receivers', () => {
  it('get a bounded number of events at once, each and all together', async () => {
    answer = () => after(1_000, ACCEPTED);
    for (let accountId = 1; accountId <= 20; accountId += 1)
      for (let event = 0; event < 10; event += 1) outbox.add(`${accountId}-${event}`, accountId);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(outbox.events.size).toBe(0);
    expect(sent).toHaveLength(200);
    expect(most.get(0)).toBe(MAX_SENDING);
    for (let accountId = 1; accountId <= 20; accountId += 1)
      expect(most.get(accountId)).toBe(Math.ceil(MAX_SENDING / 20));
  });

  it('that hang are tried one event at a time, and delay no other', async () => {
    answer = (accountId) => (accountId === 1 ? after(15_000, FAILED) : after(10, ACCEPTED));
    for (let event = 0; event < 100; event += 1) outbox.add(`hung-${event}`, 1);
    await vi.advanceTimersByTimeAsync(20_000);
    most.clear();
    for (let event = 0; event < 20; event += 1) outbox.add(`quick-${event}`, 2);
    outbox.noteWrite();
    await vi.advanceTimersByTimeAsync(5_000);
    expect([...outbox.events.values()].filter(({ accountId }) => accountId === 2)).toEqual([]);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(most.get(1)).toBe(1);
    // A cooldown of a minute follows each attempt that times out after 15 seconds.
    expect(sent.filter(({ accountId }) => accountId === 1).length).toBeLessThan(30);
    answer = async () => ACCEPTED;
    await vi.advanceTimersByTimeAsync(60 * 60_000);
    expect(outbox.events.size).toBe(0);
    expect(most.get(1)).toBe(MAX_SENDING_OF_ACCOUNT);
  });
});

describe('the ledger', () => {
  it('that is away for a while is told of every event once it is back', async () => {
    outbox.add('first', 1);
    answer = async () => {
      outbox.isAway = true;
      return ACCEPTED;
    };
    await vi.advanceTimersByTimeAsync(30_000);
    expect(outbox.reports).toEqual([]);
    outbox.isAway = false;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(outbox.reports).toEqual([{ id: 'first', attempt: 1, outcome: 'delivered' }]);
    expect(sent).toHaveLength(1);
  });

  it('has back what is under way where the gateway stops, and gives nothing more', async () => {
    const cut = Promise.withResolvers<SendResult>();
    answer = () => cut.promise;
    outbox.add('open', 1);
    await vi.advanceTimersByTimeAsync(1_000);
    outbox.add('late', 2);
    const stopped = deliverer.stop();
    cut.resolve({ kind: 'stopped' });
    await vi.advanceTimersByTimeAsync(5_000);
    await stopped;
    expect(outbox.reports).toEqual([{ id: 'open', attempt: 1, outcome: 'postponed', pauseMs: 0 }]);
    outbox.noteWrite();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sent).toHaveLength(1);
  });
});
