import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxReply } from '../../core/sandbox/upstream.ts';
import { postPrompt } from './post-prompt.ts';
import { startScene, type ProcessScene } from './process-scene.ts';
import { raisesUncaught, UNCAUGHT_MESSAGE } from './raise-uncaught.ts';

let scene: ProcessScene;
/** Upstream calls that wait for the test. */
let waiting: ((reply: SandboxReply) => void)[];
let onArrival: () => void;

beforeEach(async () => {
  waiting = [];
  onArrival = () => {};
  scene = await startScene({
    reply: () => {
      const { promise, resolve } = Promise.withResolvers<SandboxReply>();
      waiting.push(resolve);
      onArrival();
      return promise;
    },
  });
});
afterEach(async () => {
  for (const answer of waiting) answer({ status: 503 });
  await scene.stop();
});

async function untilWaiting(count: number): Promise<void> {
  if (waiting.length >= count) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  onArrival = () => {
    if (waiting.length >= count) resolve();
  };
  await promise;
}

/** The system's error code, or `connected`. */
function connectTo(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port) });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('connect', () => {
      socket.destroy();
      resolve('connected');
    });
  });
}

/** A connection the system had already queued is reset when the listener closes; the ones after it are refused. */
async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const outcome = await connectTo(url);
    if (outcome === 'ECONNREFUSED') return;
    expect(['connected', 'ECONNRESET']).toContain(outcome);
  }
}

/** Far longer than a drain takes, and well below the test's own limit, so that a drain that hangs is seen to. */
const PATIENCE = { ASSAY_DRAIN_TIMEOUT_MS: '15000' };
const ANSWER: SandboxReply = { content: 'at last', usage: { inputTokens: 1_000, outputTokens: 1_000 } };
const MODELS = ['ministral-3b-2512', 'gpt-4o'];

describe('SIGTERM', () => {
  it('lets requests in flight end and settle, takes no new ones, and exits with 0', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start(PATIENCE);
    expect((await fetch(`${gateway.url}/openapi.json`)).status).toBe(200); // leaves an idle keep-alive connection
    const inFlight = Promise.allSettled(
      [1, 2, 3].map(() => postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS })),
    );
    await untilWaiting(6);

    gateway.signal('SIGTERM');
    await untilRefused(gateway.url);
    // The operators' port still answers, and reports that the gateway is draining.
    expect((await fetch(`${gateway.operationsUrl}/readyz`)).status).toBe(503);
    expect((await fetch(`${gateway.operationsUrl}/healthz`)).status).toBe(200);

    for (const answer of waiting.splice(0)) answer(ANSWER);
    const replies = (await inFlight).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies.flatMap(({ body }) => body.results.map(({ output }) => output))).toEqual(
      Array.from({ length: 6 }, () => 'at last'),
    );
    expect(await gateway.exited).toEqual({ code: 0, signal: null });

    const used = replies.reduce((sum, { body }) => sum + Math.round(body.creditsUsed * 1e6), 0);
    const { credits, reserved } = await scene.balance('acme');
    expect([Math.round(credits * 1e6), reserved]).toEqual([1_000_000_000 - used, 0]);
    expect((await scene.assay(['ledger', 'check'])).code).toBe(0);
  });
});

describe('a drain that takes too long', () => {
  it('ends with 1, and the next start gives the holds back', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start({ ASSAY_DRAIN_TIMEOUT_MS: '200' });
    const lost = postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS }).catch(() => 'lost');
    await untilWaiting(2);
    gateway.signal('SIGTERM');
    expect(await gateway.exited).toEqual({ code: 1, signal: null });
    expect(await lost).toBe('lost');
    expect((await scene.balance('acme')).reserved).toBeGreaterThan(0);
    await scene.start();
    expect(await scene.balance('acme')).toEqual({ credits: 1_000, reserved: 0 });
  });
});

describe('SIGINT', () => {
  it('lets requests in flight end too, and further signals hurry nothing', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start(PATIENCE);
    const answer = postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS }).catch(() => undefined);
    await untilWaiting(2);
    gateway.signal('SIGINT');
    await untilRefused(gateway.url);
    gateway.signal('SIGTERM');
    gateway.signal('SIGINT');
    for (const answer of waiting.splice(0)) answer(ANSWER);
    expect((await answer)?.status).toBe(200);
    expect(await gateway.exited).toEqual({ code: 0, signal: null });
  });
});

describe('an error that nothing caught', () => {
  it('ends the gateway with 1, once what is in flight has ended and is charged', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start({ ...PATIENCE, ...raisesUncaught('thrown') });
    const answer = postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS });
    await untilWaiting(2);
    gateway.signal('SIGUSR2');
    await untilRefused(gateway.url);
    gateway.signal('SIGUSR2');
    for (const answer of waiting.splice(0)) answer(ANSWER);
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(await gateway.exited).toEqual({ code: 1, signal: null });
    const { credits, reserved } = await scene.balance('acme');
    expect(Math.round((credits + body.creditsUsed) * 1e6)).toBe(1_000_000_000);
    expect(reserved).toBe(0);
    expect(gateway.output().match(/"level":60,.*/g)).toHaveLength(1);
    expect(gateway.output()).not.toContain(UNCAUGHT_MESSAGE);
  });

  it('ends a gateway that does not get done within the time to drain', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start({ ASSAY_DRAIN_TIMEOUT_MS: '200', ...raisesUncaught('rejected') });
    const lost = postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS }).catch(() => 'lost');
    await untilWaiting(2);
    gateway.signal('SIGUSR2');
    expect(await gateway.exited).toEqual({ code: 1, signal: null });
    expect(await lost).toBe('lost');
  });

  it('during a drain makes its exit code 1', async () => {
    const key = await scene.account('acme', 1_000);
    const gateway = await scene.start({ ...PATIENCE, ...raisesUncaught('thrown') });
    const answer = postPrompt(gateway.url, key, { prompt: 'hi', models: MODELS });
    await untilWaiting(2);
    gateway.signal('SIGTERM');
    await untilRefused(gateway.url);
    gateway.signal('SIGUSR2');
    for (const answer of waiting.splice(0)) answer(ANSWER);
    expect((await answer).status).toBe(200);
    expect(await gateway.exited).toEqual({ code: 1, signal: null });
  });
});
