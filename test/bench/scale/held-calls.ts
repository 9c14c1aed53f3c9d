import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { adjustManifests } from '../../support/gateways/adjusted-manifests.ts';
import type { Memory } from '../streaming/report-memory.ts';
import { ask, printedPort, startPinned } from '../throughput/pinned-process.ts';
import {
  assayEnvironment,
  GATEWAY,
  promptBody,
  PROMPT_PATH,
  REPORT_COST,
  subject,
} from '../throughput/subjects.ts';
import { cacheFolder, openBooks, type Scene } from './scene.ts';

/** Calls that a provider keeps waiting, of requests of one size. */
export interface HeldCalls {
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
const CONCURRENCY = '{ calls: 16384, queue: 4096 }';
const REPORT_MEMORY = new URL('../streaming/report-memory.ts', import.meta.url);
const SETTLE_MS = 2_000;
const POLL_MS = 20;
/** All clients connect at once. */
const CONNECT_MS = 60_000;

/** What it takes to have thousands of calls wait at once: they wait for minutes, so they are many. */
export async function measureHeldCalls(scene: Scene): Promise<readonly HeldCalls[]> {
  const held: HeldCalls[] = [];
  for (const [fanOut, calls] of MOST) held.push(await holdCalls(scene, fanOut, calls));
  return held;
}

async function holdCalls(scene: Scene, fanOut: number, calls: number): Promise<HeldCalls> {
  const { upstreamUrl } = scene.surroundings;
  const manifests = adjustManifests({ mistral: { concurrency: CONCURRENCY } });
  const books = await openBooks(scene, `held-calls-${fanOut}`);
  const environment = {
    ASSAY_MANIFESTS: manifests.folder,
    ASSAY_CACHE: cacheFolder(scene),
    ASSAY_MAX_CONNECTIONS: '16384',
  };
  const child = startPinned(GATEWAY, {
    processor: 'subject',
    environment: assayEnvironment({ upstreamUrl, ...books, environment }),
    preload: [REPORT_COST, REPORT_MEMORY],
  });
  const door = { port: await printedPort(child), path: PROMPT_PATH, body: promptBody, key: books.key };
  const gateway = subject('Assay', child, door);
  const client = new Pool(new URL(gateway.url).origin, {
    headersTimeout: 0,
    bodyTimeout: 0,
    connectTimeout: CONNECT_MS,
  });
  try {
    let isHeld = false;
    const post = async (): Promise<number> => {
      const { statusCode, body } = await client.request({
        method: 'POST',
        path: PROMPT_PATH,
        headers: { 'content-type': 'application/json', ...gateway.headers },
        body: gateway.body(fanOut),
      });
      const text = await body.text();
      if (isHeld) throw new Error(`a request ended before its calls were answered: ${statusCode} ${text}`);
      return statusCode;
    };
    const hold = async (many: number): Promise<Omit<HeldCalls, 'fanOut' | 'calls'> & Memory> => {
      const requests = many / fanOut;
      scene.surroundings.holdCalls();
      isHeld = true;
      const startedMs = performance.now();
      const posting = Promise.all(Array.from({ length: requests }, post));
      await Promise.race([posting, untilOpen(scene, many)]);
      const startMs = performance.now() - startedMs;
      await wait(SETTLE_MS);
      const memory = await ask<Memory>(child, 'memory');
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
    manifests.remove();
  }
}

async function untilOpen({ surroundings }: Scene, calls: number): Promise<void> {
  while ((await surroundings.openCalls()) < calls) await wait(POLL_MS);
}

export function printHeldCalls(figures: readonly HeldCalls[]): void {
  console.log('\n  Calls that wait');
  for (const { calls, startMs, rssBytes, heapBytes, answered, requests } of figures) {
    const memory = `${(rssBytes / 1_024).toFixed(0)} KB resident and ${(heapBytes / 1_024).toFixed(0)} KB of heap a call`;
    console.log(
      `  ${calls} calls of ${requests} requests: at the provider after ${(startMs / 1_000).toFixed(1)} s, ` +
        `${memory}, ${answered} of ${requests} answered`,
    );
  }
}
