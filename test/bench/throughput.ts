import type { ChildProcess } from 'node:child_process';
import { askLoad } from './throughput/ask-load.ts';
import { CAN_PIN, end, keepAwake, printedPort, startPinned } from './throughput/pinned-process.ts';
import { printFrontier, SHARES, type AtRate } from './throughput/frontier.ts';
import type { Load } from './throughput/load.ts';
import type { LoadFigures } from './throughput/load-figures.ts';
import { PEERS } from './throughput/peers.ts';
import { printTable, type Cell } from './throughput/print-table.ts';
import { startAssay, startLimit, type Subject } from './throughput/subjects.ts';
import { writeFigures } from './write-figures.ts';

/** What is measured; rounds go in turns over the subjects, so that whatever else the machine does meets all of them. */
interface Plan {
  readonly fanOuts: readonly number[];
  readonly concurrencies: readonly number[];
  readonly upstreams: readonly UpstreamKind[];
  readonly rounds: number;
}

/** How the provider answers. */
interface UpstreamKind {
  readonly name: string;
  /** For its drain-upstream. */
  readonly arguments: readonly number[];
  /** From a request to its whole answer, milliseconds. */
  readonly takesMs: number;
  /** What does not depend on how the answer comes is measured once. */
  readonly oneModelOnly?: boolean;
}

const wholeAfter = (delayMs: number): UpstreamKind => ({
  name: `${delayMs} ms`,
  arguments: [Infinity, delayMs],
  takesMs: delayMs,
});
const streamOf = (tokens: number, tokensPerSecond: number): UpstreamKind => ({
  name: `${tokens} tokens${tokensPerSecond === Infinity ? '' : `, ${tokensPerSecond}/s`}`,
  arguments: [Infinity, 0, tokens, tokensPerSecond],
  takesMs: (tokens / tokensPerSecond) * 1_000,
  oneModelOnly: true,
});

const FULL: Plan = {
  fanOuts: [1, 4, 16],
  concurrencies: [1, 32, 256],
  upstreams: [
    wholeAfter(0),
    wholeAfter(50),
    streamOf(20, Infinity),
    streamOf(500, Infinity),
    streamOf(20, 100),
    streamOf(500, 100),
  ],
  rounds: 3,
};
const QUICK: Plan = {
  fanOuts: [1, 16],
  concurrencies: [32],
  upstreams: [wholeAfter(0), streamOf(20, Infinity), streamOf(500, Infinity)],
  rounds: 3,
};
const SECONDS = 2;
/** Until its code is compiled: a gateway runs for weeks. After 8 s a request took a third more processor time. */
const WARM_UP_SECONDS = 25;
/** Of the throughput at 32 connections: below saturation for every subject. */
const CALM_SHARE = 0.5;
/** At a rate: more than are ever busy, so that no request waits in its client. */
const OPEN_CONNECTIONS = 256;
const UPSTREAM = new URL('./attachments/drain-upstream.ts', import.meta.url);
const LOAD = new URL('./throughput/load.ts', import.meta.url);

export interface ThroughputOptions {
  readonly peers: boolean;
  /** A few of the cells only. */
  readonly quick: boolean;
  /** Where the raw figures go. */
  readonly jsonPath: string;
}

/** The whole gateway, everything on, against the least a fan-out in Node can be, and against peers where asked. */
export async function throughputBench({ peers, quick, jsonPath }: ThroughputOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  const cells: Cell[] = [];
  let frontier: ReadonlyMap<string, readonly AtRate[]> = new Map();
  for (const kind of plan.upstreams) {
    const upstream = startPinned(UPSTREAM, { processor: 'others', arguments: kind.arguments.map(String) });
    const load = startPinned(LOAD, { processor: 'others' });
    const awake = keepAwake();
    const subjects: Subject[] = [];
    try {
      const upstreamUrl = `http://127.0.0.1:${await printedPort(upstream)}`;
      for (const start of [startLimit, startAssay, ...(peers ? PEERS : [])])
        subjects.push(await start(upstreamUrl));
      const measured = await measureAll({ subjects, load, kind, plan });
      cells.push(...measured);
      if (kind === plan.upstreams[0]) frontier = await measureFrontier({ subjects, load }, measured);
    } finally {
      for (const subject of subjects) await subject.stop();
      await Promise.all([upstream, load, ...(awake === undefined ? [] : [awake])].map(end));
    }
  }
  console.log(
    CAN_PIN ? '  the subject has a processor of its own' : '  nothing is pinned to a processor here',
  );
  printTable(cells);
  printFrontier(frontier);
  writeFigures(jsonPath, { pinned: CAN_PIN, cells, frontier: Object.fromEntries(frontier) });
}

type Post = (load: Omit<Load, 'url' | 'headers' | 'body'>) => Promise<LoadFigures>;

interface Measuring {
  readonly subjects: readonly Subject[];
  readonly load: ChildProcess;
  readonly kind: UpstreamKind;
  readonly plan: Plan;
}

async function measureAll({ subjects, load, kind, plan }: Measuring): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  const isPartial = kind.oneModelOnly === true;
  for (const fanOut of isPartial ? [1] : plan.fanOuts) {
    const able = subjects.filter(({ maxFanOut }) => fanOut <= maxFanOut);
    const post =
      (subject: Subject): Post =>
      (terms) =>
        askLoad(load, {
          ...terms,
          url: subject.url,
          headers: subject.headers,
          body: subject.body(fanOut),
        });
    const common = { fanOut, kind, rounds: plan.rounds };
    for (const subject of able) await post(subject)({ connections: 32, seconds: WARM_UP_SECONDS });
    for (const connections of isPartial ? [32] : plan.concurrencies)
      cells.push(...(await inTurns(able, post, { ...common, connections })));
    console.log(`  fan-out ${fanOut}, upstream ${kind.name}: done`);
    if (isPartial) continue;
    const saturated = cells.findLast(({ subject, connections }) => subject === 'Assay' && connections === 32);
    const rate = Math.max(1, Math.floor((saturated?.requestsPerSecond ?? 2) * CALM_SHARE));
    cells.push(...(await inTurns(able, post, { ...common, connections: OPEN_CONNECTIONS, rate })));
  }
  return cells;
}

/** The generator has a stall of its own now and then; of this many looks at a rate the best counts. */
const LOOKS = 2;

/** Each subject at shares of what it answered at most with one model, in turns. */
async function measureFrontier(
  { subjects, load }: Pick<Measuring, 'subjects' | 'load'>,
  measured: readonly Cell[],
): Promise<ReadonlyMap<string, readonly AtRate[]>> {
  const tried = new Map<string, AtRate[]>();
  for (const share of SHARES.flatMap((each) => Array<number>(LOOKS).fill(each)))
    for (const { name, url, headers, body } of subjects) {
      const saturated = measured
        .filter(
          (cell) =>
            cell.subject === name && cell.fanOut === 1 && cell.connections === 32 && cell.rate === null,
        )
        .map(({ requestsPerSecond }) => requestsPerSecond);
      const rate = Math.max(1, Math.floor(Math.max(...saturated) * share));
      const figures = await askLoad(load, {
        url,
        headers,
        body: body(1),
        connections: OPEN_CONNECTIONS,
        seconds: SECONDS,
        rate,
      });
      const { p99Ms, failed, requestsPerSecond } = figures;
      const at = { rate, addedP99Ms: p99Ms, failed, requestsPerSecond };
      tried.set(name, [...(tried.get(name) ?? []), at]);
    }
  return tried;
}

interface Terms {
  readonly connections: number;
  readonly fanOut: number;
  readonly kind: UpstreamKind;
  readonly rounds: number;
  readonly rate?: number;
}

async function inTurns(
  subjects: readonly Subject[],
  post: (subject: Subject) => Post,
  { connections, fanOut, kind, rounds, rate }: Terms,
): Promise<readonly Cell[]> {
  const cells: Cell[] = [];
  // Long answers of which as many end as begin.
  const seconds = Math.max(SECONDS, (2 * kind.takesMs) / 1_000);
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) {
      const before = await subject.cost();
      const figures = await post(subject)({
        connections,
        seconds,
        ...(rate !== undefined && { rate }),
      });
      const after = await subject.cost();
      const calls = figures.requestsPerSecond * seconds * fanOut;
      cells.push({
        subject: subject.name,
        round,
        fanOut,
        connections,
        upstream: kind.name,
        rate: rate ?? null,
        requestsPerSecond: figures.requestsPerSecond,
        callsPerSecond: figures.requestsPerSecond * fanOut,
        addedP50Ms: figures.p50Ms - kind.takesMs,
        addedP99Ms: figures.p99Ms - kind.takesMs,
        cpuMicrosPerCall: (after.cpuMicros - before.cpuMicros) / calls,
        peakRssMegabytes: after.peakRssBytes / 1e6,
        failed: figures.failed,
        generatorLoad: figures.generatorLoad,
      });
    }
  }
  return cells;
}
