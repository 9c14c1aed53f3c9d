import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import { keepAwake, startPinned } from '../throughput/pinned-process.ts';
import type { ReaderFigures, ReaderOrder } from './stream-reader.ts';
import type { StreamSubject } from './stream-subject.ts';
import type { StreamOrder, StreamTally } from './stream-upstream.ts';
import { NEVER_MS } from './token-wheel.ts';

/** Streams of one kind, read for a while. */
export interface StreamLoad {
  readonly subject: StreamSubject;
  readonly streams: number;
  /** Until the first token, milliseconds. */
  readonly thinkMs: number;
  /** Of each stream, which then begins anew; `ENDLESS` ends them with the load. */
  readonly tokens: number;
  readonly tokenEveryMs: number;
  readonly startEveryMs: number;
  /** What runs before it is measured, milliseconds. */
  readonly settleMs: number;
  readonly windowMs: number;
}

/** Of the window alone. */
export interface StreamFigures extends ReaderFigures {
  /** Processor time of all threads of the subject, microseconds, for each token the provider wrote. */
  readonly cpuMicrosPerToken: number;
  /** Part of its processor that the subject took. */
  readonly subjectLoad: number;
  /** Part of their processor that provider and reader took together: near 1 they were the limit, not the subject. */
  readonly generatorLoad: number;
  /** Tokens that the provider wrote, a second. */
  readonly tokensPerSecond: number;
}

/** What is around the gateways that are measured. */
export interface StreamSurroundings {
  readonly upstreamUrl: string;
  measure(load: StreamLoad): Promise<StreamFigures>;
  /** Has so many streams open and silent. @returns what `during` does. */
  hold<Found>(load: HoldLoad, during: () => Promise<Found>): Promise<Found>;
  stop(): Promise<void>;
}

export interface HoldLoad {
  readonly subject: StreamSubject;
  readonly streams: number;
}

const UPSTREAM = new URL('./stream-upstream.ts', import.meta.url);
const READER = new URL('./stream-reader.ts', import.meta.url);
const POLL_MS = 50;
const HOLD_TIMEOUT_MS = 30_000;
/** Until what was needed to open streams is done with. */
const CALM_MS = 1_000;
/** Tokens of a stream that ends when it is told to. */
export const ENDLESS = 1e9;

interface Processes {
  readonly upstream: ChildProcess;
  readonly reader: ChildProcess;
}

export async function openStreamSurroundings(): Promise<StreamSurroundings> {
  const upstream = startPinned(UPSTREAM, { processor: 'others' });
  const reader = startPinned(READER, { processor: 'others' });
  const awake = keepAwake();
  return {
    upstreamUrl: `http://127.0.0.1:${await printedPort(upstream)}`,
    measure: (load) => measure(load, { upstream, reader }),
    hold: (load, during) => hold(load, during, { upstream, reader }),
    async stop() {
      await Promise.all(
        [upstream, reader, ...(awake === undefined ? [] : [awake])].map((child) => end(child)),
      );
    },
  };
}

/** Starts the streams of a load, which run until `finish`. */
async function begin(
  load: Omit<StreamLoad, 'settleMs' | 'windowMs'>,
  { upstream, reader }: Processes,
): Promise<void> {
  const { subject, streams, startEveryMs, thinkMs, tokens, tokenEveryMs } = load;
  const { url, headers } = subject;
  const order: StreamOrder = { thinkMs, tokens, tokenEveryMs };
  upstream.send(order);
  const isRepeated = tokens < ENDLESS;
  const start: ReaderOrder = { url, headers, body: subject.body(1), streams, startEveryMs, isRepeated };
  await ask(reader, start);
}

/** Ends the streams, the provider's first: a client that leaves ends nothing. */
async function finish({ upstream, reader }: Processes): Promise<void> {
  const stopped = ask<ReaderFigures>(reader, 'stop');
  const isStopped = stopped.then(() => true);
  do upstream.send('finish' satisfies StreamOrder);
  while (!(await Promise.race([isStopped, wait(POLL_MS, false)])));
}

async function measure(load: StreamLoad, processes: Processes): Promise<StreamFigures> {
  const { subject, settleMs, windowMs } = load;
  await begin(load, processes);
  await wait(settleMs);
  const before = await read(subject, processes);
  await wait(windowMs);
  const after = await read(subject, processes);
  await finish(processes);
  const tokens = after.written - before.written;
  const tookMicros = after.atMicros - before.atMicros;
  const spent = after.subjectMicros - before.subjectMicros;
  const { written: _, atMicros: _too, subjectMicros: _also, upstreamMicros, ...figures } = after;
  return {
    ...figures,
    cpuMicrosPerToken: spent / tokens,
    subjectLoad: spent / tookMicros,
    generatorLoad: (upstreamMicros - before.upstreamMicros + figures.cpuMicros) / tookMicros,
    tokensPerSecond: tokens / (tookMicros / 1e6),
  };
}

interface Reading extends ReaderFigures {
  readonly written: number;
  readonly atMicros: number;
  readonly subjectMicros: number;
  readonly upstreamMicros: number;
}

async function read(subject: StreamSubject, { upstream, reader }: Processes): Promise<Reading> {
  const [figures, tally, cost] = await Promise.all([
    ask<ReaderFigures>(reader, 'sample'),
    ask<StreamTally>(upstream, 'tally' satisfies StreamOrder),
    subject.cost(),
  ]);
  return {
    ...figures,
    written: tally.tokens,
    atMicros: performance.now() * 1_000,
    subjectMicros: cost.cpuMicros,
    upstreamMicros: tally.cpuMicros,
  };
}

async function hold<Found>(
  { subject, streams }: HoldLoad,
  during: () => Promise<Found>,
  processes: Processes,
): Promise<Found> {
  const silent = { thinkMs: 1, tokens: ENDLESS, tokenEveryMs: NEVER_MS, startEveryMs: 1 };
  await begin({ ...silent, subject, streams }, processes);
  const deadline = performance.now() + HOLD_TIMEOUT_MS;
  while ((await ask<ReaderFigures>(processes.reader, 'sample')).running < streams) {
    if (performance.now() > deadline) throw new Error(`${subject.name} does not open ${streams} streams`);
    await wait(POLL_MS);
  }
  await wait(CALM_MS);
  try {
    return await during();
  } finally {
    await finish(processes);
  }
}
