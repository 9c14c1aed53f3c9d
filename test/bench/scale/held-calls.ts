import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Memory } from '../streaming/report-memory.ts';
import { type HoldingGateway, startHoldingAssay, startHoldingLimit } from './holding-gateway.ts';
import type { Scene } from './scene.ts';

/** Calls that a provider keeps waiting, of requests of one size. */
export interface HeldCalls {
  readonly subject: string;
  readonly fanOut: number;
  readonly calls: number;
  /** From the first request until the provider has read every call, milliseconds. */
  readonly startMs: number;
  /** For each call that waits, after garbage collection. */
  readonly rssBytes: number;
  readonly heapBytes: number;
  /** Requests that were answered with 200 once the provider answered, of those sent. */
  readonly answered: number;
  readonly requests: number;
}

/** By number of models, how many calls: each takes a connection to the provider, and each request one of a client. */
const MOST: readonly (readonly [fanOut: number, calls: number])[] = [
  [1, 4_000],
  [16, 10_240],
];
/** Of the most: what the first calls leave behind in a young process is no memory of a call. */
const FEW = 0.1;
const SETTLE_MS = 2_000;
const POLL_MS = 20;
/** All clients connect at once. */
const CONNECT_MS = 60_000;

/** What it takes to have thousands of calls wait at once, beside the least that Node can keep of a call. */
export async function measureHeldCalls(scene: Scene): Promise<readonly HeldCalls[]> {
  const held: HeldCalls[] = [];
  for (const [fanOut, calls] of MOST)
    for (const start of [startHoldingLimit, startHoldingAssay])
      held.push(await holdCalls(scene, await start(scene, `held-calls-${fanOut}`), fanOut, calls));
  return held;
}

/** Stops the gateway when it is measured. */
async function holdCalls(
  scene: Scene,
  gateway: HoldingGateway,
  fanOut: number,
  calls: number,
): Promise<HeldCalls> {
  const { origin, pathname } = new URL(gateway.url);
  const client = new Pool(origin, { headersTimeout: 0, bodyTimeout: 0, connectTimeout: CONNECT_MS });
  try {
    let isHeld = false;
    const post = async (): Promise<number> => {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: pathname,
        headers: { 'content-type': 'application/json', ...gateway.headers },
        body: gateway.body(fanOut),
      });
      const text = await body.text();
      if (isHeld) throw new Error(`a request ended before its calls were answered: ${statusCode} ${text}`);
      return statusCode;
    };
    const hold = async (
      many: number,
    ): Promise<Pick<HeldCalls, 'startMs' | 'answered' | 'requests'> & Memory> => {
      const requests = many / fanOut;
      scene.surroundings.holdCalls();
      isHeld = true;
      const startedMs = performance.now();
      const posting = Promise.all(Array.from({ length: requests }, post));
      await Promise.race([posting, untilOpen(scene, many)]);
      const startMs = performance.now() - startedMs;
      await wait(SETTLE_MS);
      const memory = await gateway.memory();
      isHeld = false;
      await scene.surroundings.answerAll();
      const statuses = await posting;
      const answered = statuses.filter((status) => status === 200).length;
      return { ...memory, startMs, answered, requests };
    };
    const few = await hold(calls * FEW);
    const most = await hold(calls);
    const perCall = (bytes: 'rssBytes' | 'heapBytes'): number =>
      (most[bytes] - few[bytes]) / (calls * (1 - FEW));
    const { startMs, answered, requests } = most;
    return {
      subject: gateway.name,
      fanOut,
      calls,
      startMs,
      answered,
      requests,
      rssBytes: perCall('rssBytes'),
      heapBytes: perCall('heapBytes'),
    };
  } finally {
    await client.destroy();
    await gateway.stop();
  }
}

async function untilOpen({ surroundings }: Scene, calls: number): Promise<void> {
  while ((await surroundings.openCalls()) < calls) await wait(POLL_MS);
}

export function printHeldCalls(figures: readonly HeldCalls[]): void {
  console.log('\n  Calls that wait');
  for (const { subject, calls, startMs, rssBytes, heapBytes, answered, requests } of figures) {
    const memory = `${(rssBytes / 1_024).toFixed(0)} KB resident and ${(heapBytes / 1_024).toFixed(0)} KB of heap a call`;
    console.log(
      `  ${subject}, ${calls} calls of ${requests} requests: at the provider after ${(startMs / 1_000).toFixed(1)} s, ` +
        `${memory}, ${answered} of ${requests} answered`,
    );
  }
}
