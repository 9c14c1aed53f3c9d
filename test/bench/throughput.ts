import type { PeerOptions } from './bench-options.ts';
import type { UpstreamOrder } from './attachments/drain-upstream.ts';
import { PEERS } from './throughput/peers.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { printTable, type Cell } from './throughput/print-table.ts';
import { startAssay, startLimit } from './throughput/subjects.ts';
import { underLoad, type UnderLoad, warmUp } from './throughput/under-load.ts';
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
  readonly order: UpstreamOrder;
  /** From a request to its whole answer, milliseconds. */
  readonly takesMs: number;
  /** What passes one call on gives its events to the client, and is left out. */
  readonly isStreamed: boolean;
}

const wholeAfter = (delayMs: number): UpstreamKind => ({
  name: `${delayMs} ms`,
  order: { delayMs },
  takesMs: delayMs,
  isStreamed: false,
});
const streamOf = (tokens: number, tokensPerSecond?: number): UpstreamKind => ({
  name: `${tokens} tokens${tokensPerSecond === undefined ? '' : `, ${tokensPerSecond}/s`}`,
  order: { stream: { tokens, tokensPerSecond } },
  takesMs: tokensPerSecond === undefined ? 0 : (tokens / tokensPerSecond) * 1_000,
  isStreamed: true,
});

const FULL: Plan = {
  fanOuts: [1, 16],
  concurrencies: [32, 256],
  upstreams: [
    wholeAfter(0),
    wholeAfter(50),
    streamOf(20),
    streamOf(500),
    streamOf(20, 100),
    streamOf(500, 100),
  ],
  rounds: 3,
};
const QUICK: Plan = {
  fanOuts: [1, 16],
  concurrencies: [32],
  upstreams: [wholeAfter(0), streamOf(20), streamOf(500)],
  rounds: 3,
};
const SECONDS = 2;
/** Of code that is compiled, for another kind of answer or another number of models. */
const CHANGE_SECONDS = 6;

/** The whole gateway, everything on, against the least a fan-out in Node can be, and against peers where asked. */
export async function throughputBench({ peers, quick, jsonPath }: PeerOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  const starts = [startLimit, startAssay, ...(peers ? PEERS : [])];
  const cells = await underLoad(starts, async (scene) => {
    await warmUp(scene);
    const found: Cell[] = [];
    for (const kind of plan.upstreams) {
      await scene.order(kind.order);
      for (const fanOut of kind.isStreamed ? [1] : plan.fanOuts)
        found.push(...(await measureKind(scene, plan, kind, fanOut)));
    }
    return found;
  });
  console.log(
    CAN_PIN ? '  the subject has a processor of its own' : '  nothing is pinned to a processor here',
  );
  printTable(cells);
  writeFigures(jsonPath, { pinned: CAN_PIN, cells });
}

async function measureKind(
  { subjects, post }: UnderLoad,
  plan: Plan,
  kind: UpstreamKind,
  fanOut: number,
): Promise<readonly Cell[]> {
  const able = subjects.filter(({ maxFanOut }) => (kind.isStreamed ? Infinity : fanOut) <= maxFanOut);
  await warmUp({ subjects: able, post }, CHANGE_SECONDS, fanOut);
  // Long answers of which as many end as begin.
  const seconds = Math.max(SECONDS, (2 * kind.takesMs) / 1_000);
  const cells: Cell[] = [];
  for (const connections of kind.isStreamed ? [32] : plan.concurrencies)
    for (let round = 0; round < plan.rounds; round += 1)
      for (const subject of able) {
        const before = await subject.cost();
        const figures = await post(subject, { fanOut, connections, seconds });
        const after = await subject.cost();
        const calls = figures.requestsPerSecond * seconds * fanOut;
        cells.push({
          subject: subject.name,
          round,
          fanOut,
          connections,
          upstream: kind.name,
          requestsPerSecond: figures.requestsPerSecond,
          callsPerSecond: figures.requestsPerSecond * fanOut,
          addedP50Ms: figures.p50Ms - kind.takesMs,
          addedP99Ms: figures.p99Ms - kind.takesMs,
          cpuMicrosPerCall: (after.cpuMicros - before.cpuMicros) / calls,
          residentMegabytes: after.rssBytes / 1e6,
          failed: figures.failed,
          generatorLoad: figures.generatorLoad,
        });
      }
  console.log(`  ${kind.name}, fan-out ${fanOut}: done`);
  return cells;
}
