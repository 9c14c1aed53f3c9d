import type { PeerOptions } from './bench-options.ts';
import { printColumns } from './print-columns.ts';
import { PEERS } from './throughput/peers.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { startAssay, startLimit } from './throughput/subjects.ts';
import { underLoad, type UnderLoad, warmUp } from './throughput/under-load.ts';
import { writeFigures } from './write-figures.ts';

/** What a subject did at one rate of requests. */
interface AtRate {
  /** Requests a second that were offered. */
  readonly rate: number;
  readonly addedP99Ms: number;
  readonly failed: number;
  /** Requests a second that were answered: fewer than offered where the subject, or its load, could not keep up. */
  readonly requestsPerSecond: number;
}

/** What a user notices little of, something of, and much of; added to the provider's time, milliseconds. */
const FRONTIER_MS = [1, 5, 10, 25, 50] as const;

/** Parts of a subject's own maximum that are tried, from the lowest on. */
const SHARES = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9];

/** Below the rate that was offered by more than chance: few requests a second vary most. */
const KEPT_UP = 0.9;

/**
 * The highest rate at which a request in a hundred waits no longer for the gateway, in one look at it, every lower rate
 * included: a rate that was kept by luck above one that was not does not count.
 * @returns 0 where the lowest rate is already too much.
 */
function highestRate(tried: readonly AtRate[], maxAddedP99Ms: number): number {
  const isKept = ({ rate, addedP99Ms, failed, requestsPerSecond }: AtRate): boolean =>
    failed === 0 && requestsPerSecond >= KEPT_UP * rate && addedP99Ms < maxAddedP99Ms;
  let highest = 0;
  for (const [rate, looks] of Map.groupBy(tried, ({ rate: each }) => each)) {
    if (!looks.some(isKept)) break;
    highest = rate;
  }
  return highest;
}

/** The generator has a stall of its own now and then; of this many looks at a rate the best counts. */
const LOOKS = 2;
const SECONDS = 2;
const QUICK_WARM_UP_SECONDS = 5;
/** A subject's own maximum is the most of so many rounds. */
const ROUNDS = 3;
/** More than are ever busy, so that no request waits in its client. */
const OPEN_CONNECTIONS = 256;

/** How many requests a second a gateway takes before users notice, of a provider that answers at once. */
export async function frontierBench({ peers, quick, jsonPath }: PeerOptions): Promise<void> {
  const starts = [startLimit, startAssay, ...(peers ? PEERS : [])];
  const tried = await underLoad(starts, async (scene) => {
    await warmUp(scene, quick ? QUICK_WARM_UP_SECONDS : undefined);
    return await measureFrontier(scene, quick);
  });
  console.log('  highest rate at which the added p99 stays below, requests a second, one model');
  printColumns([
    ['', ...FRONTIER_MS.map((ms) => `${ms} ms`)],
    ...[...tried].map(([subject, rates]) => [
      subject,
      ...FRONTIER_MS.map((ms) => highestRate(rates, ms).toFixed(0)),
    ]),
  ]);
  writeFigures(jsonPath, { pinned: CAN_PIN, frontier: Object.fromEntries(tried) });
}

/** Each subject at shares of what it answers at most, in turns. */
async function measureFrontier(
  { subjects, post }: UnderLoad,
  quick: boolean,
): Promise<ReadonlyMap<string, readonly AtRate[]>> {
  const most = new Map<string, number>();
  for (let round = 0; round < ROUNDS; round += 1)
    for (const subject of subjects) {
      const { requestsPerSecond } = await post(subject, { connections: 32, seconds: SECONDS });
      most.set(subject.name, Math.max(requestsPerSecond, most.get(subject.name) ?? 0));
    }
  const tried = new Map<string, AtRate[]>(subjects.map(({ name }) => [name, []]));
  const shares = quick ? SHARES.filter((_, index) => index % 2 === 0) : SHARES;
  for (const share of shares.flatMap((each) => Array<number>(quick ? 1 : LOOKS).fill(each)))
    for (const subject of subjects) {
      const rate = Math.max(1, Math.floor((most.get(subject.name) ?? 1) * share));
      const terms = { connections: OPEN_CONNECTIONS, seconds: SECONDS, rate };
      const { p99Ms, failed, requestsPerSecond } = await post(subject, terms);
      tried.get(subject.name)?.push({ rate, addedP99Ms: p99Ms, failed, requestsPerSecond });
    }
  return tried;
}
