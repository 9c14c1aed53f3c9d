import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { askLoad } from '../throughput/ask-load.ts';
import type { LoadFigures } from '../throughput/load-figures.ts';
import { ask, end, printedPort } from '../../support/servers/child-process.ts';
import { startPinned } from '../throughput/pinned-process.ts';
import type { Subject } from '../throughput/subjects.ts';
import { median } from './median.ts';
import type { Tally } from './paced-calls.ts';
import type { UpstreamOrder } from './steady-upstream.ts';

/** Clients that each ask again as soon as they are answered, of a provider that takes its time. */
export interface SteadyLoad {
  /** The clients are divided evenly among them. */
  readonly subjects: readonly Subject[];
  readonly clients: number;
  /** Of the provider's answers, milliseconds. */
  readonly meanDelayMs: number;
  /** How long it is measured for, milliseconds. */
  readonly windowMs: number;
}

/** Of the time measured alone. */
export interface SteadyFigures {
  /** Of all threads of all subjects, microseconds, for each call the provider answered. */
  readonly cpuMicrosPerCall: number;
  readonly callsPerSecond: number;
  /** Calls that the provider was working on, on average; the requests in flight are as many as the clients. */
  readonly callsOpen: number;
  /** Answers other than 200, and requests without one. */
  readonly failed: number;
  /** Of the busiest load generator, as `LoadFigures`. */
  readonly generatorLoad: number;
}

/** What is around the gateways that are measured. */
export interface SteadySurroundings {
  readonly upstreamUrl: string;
  measure(load: SteadyLoad): Promise<SteadyFigures>;
  /** From now on the provider answers no call. */
  holdCalls(): void;
  /** How many it is working on. */
  openCalls(): Promise<number>;
  /** It answers all of them, and from now on at once. */
  answerAll(): Promise<void>;
  stop(): Promise<void>;
}

const UPSTREAM = new URL('./steady-upstream.ts', import.meta.url);
const GENERATOR = new URL('../throughput/load.ts', import.meta.url);
/** Each subject has a generator to itself, so that one that is slow leaves the other its share. */
const MAX_SUBJECTS = 2;
/** Until connections are open and the first requests have been answered. */
const SETTLE_MS = 900;
const SETTLE_MS_PER_CLIENT = 1.5;
/** A generator may begin a little late; it ends with the full second after that. */
const SPARE_MS = 200;
const POLL_MS = 20;
/** A mean so long that no answer comes. */
const FOREVER_MS = Number.MAX_SAFE_INTEGER;

export async function openSurroundings(): Promise<SteadySurroundings> {
  const upstream = startPinned(UPSTREAM, { processor: 'others' });
  const generators = Array.from({ length: MAX_SUBJECTS }, () =>
    startPinned(GENERATOR, { processor: 'others' }),
  );
  return {
    upstreamUrl: `http://127.0.0.1:${await printedPort(upstream)}`,
    measure: (load) => measure(load, upstream, generators),
    holdCalls: () => setDelay(upstream, FOREVER_MS),
    openCalls: async () => (await ask<Tally>(upstream, 'tally')).open,
    answerAll: () => answerAll(upstream),
    async stop() {
      await Promise.all([upstream, ...generators].map((child) => end(child)));
    },
  };
}

/**
 * What is begun counts as much as what is ended only where neither the first requests nor the last are looked at: at
 * 1,000 clients those are as many as the whole second between. So the load begins before the window and ends after it,
 * and calls are counted where they are answered.
 */
async function measure(
  load: SteadyLoad,
  upstream: ChildProcess,
  generators: readonly ChildProcess[],
): Promise<SteadyFigures> {
  const { subjects, clients, meanDelayMs, windowMs } = load;
  setDelay(upstream, meanDelayMs);
  const settleMs = SETTLE_MS + SETTLE_MS_PER_CLIENT * clients;
  const seconds = (settleMs + windowMs + SPARE_MS) / 1_000;
  const posting = Promise.all(
    generators
      .slice(0, subjects.length)
      .map((generator, index) =>
        post(generator, subjects[index], { connections: clients / subjects.length, seconds }),
      ),
  );
  // Should a reading fail first, that is what is told.
  posting.catch(() => {});
  await wait(settleMs);
  const before = await read(subjects, upstream);
  await wait(windowMs);
  const after = await read(subjects, upstream);
  const posted = await posting;
  await answerAll(upstream);
  const calls = after.answered - before.answered;
  const tookMs = after.atMs - before.atMs;
  return {
    cpuMicrosPerCall: (after.cpuMicros - before.cpuMicros) / calls,
    callsPerSecond: calls / (tookMs / 1_000),
    callsOpen: (after.openMs - before.openMs) / tookMs,
    failed: posted.reduce((sum, { failed }) => sum + failed, 0),
    generatorLoad: Math.max(...posted.map(({ generatorLoad }) => generatorLoad)),
  };
}

function setDelay(upstream: ChildProcess, meanDelayMs: number): void {
  const order: UpstreamOrder = { meanDelayMs };
  upstream.send(order);
}

/** What was sent for clients that have gone is paid for, so a gateway waits for it: the next load would find it there. */
async function answerAll(upstream: ChildProcess): Promise<void> {
  setDelay(upstream, 0);
  while ((await ask<Tally>(upstream, 'tally')).open > 0) await wait(POLL_MS);
}

/** What the rounds had in common with what was asked for, in words. */
export function describeLoad(rounds: readonly SteadyFigures[]): string {
  const failed = rounds.reduce((sum, figures) => sum + figures.failed, 0);
  const [open = Number.NaN, perSecond = Number.NaN] = (['callsOpen', 'callsPerSecond'] as const).map(
    (figure) => median(rounds.map((round) => round[figure])),
  );
  const load = `${perSecond.toFixed(0)} calls a second, ${open.toFixed(open < 10 ? 1 : 0)} at the provider`;
  return failed === 0 ? load : `${load}, ${failed} REQUESTS FAILED`;
}

function post(
  generator: ChildProcess,
  subject: Subject | undefined,
  terms: { readonly connections: number; readonly seconds: number },
): Promise<LoadFigures> {
  if (subject === undefined) throw new Error('there is no subject for this generator');
  const { url, headers } = subject;
  return askLoad(generator, { ...terms, url, headers, body: subject.body(1) });
}

interface Reading extends Tally {
  readonly atMs: number;
  readonly cpuMicros: number;
}

async function read(subjects: readonly Subject[], upstream: ChildProcess): Promise<Reading> {
  const [tally, ...costs] = await Promise.all([
    ask<Tally>(upstream, 'tally'),
    ...subjects.map((subject) => subject.cost()),
  ]);
  const cpuMicros = costs.reduce((sum, cost) => sum + cost.cpuMicros, 0);
  return { ...tally, atMs: performance.now(), cpuMicros };
}
