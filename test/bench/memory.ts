import { setTimeout as wait } from 'node:timers/promises';
import type { BenchOptions } from './bench-options.ts';
import { printColumns } from './print-columns.ts';
import { median } from './scale/median.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { startAssay, startLimit, type Subject } from './throughput/subjects.ts';
import { underLoad, type UnderLoad } from './throughput/under-load.ts';
import { writeFigures } from './write-figures.ts';

const CLIENTS = 256;
/** Of load, and of rest after it. */
const SLICES = 21;
const REST_SECONDS = 20;
const QUICK_SLICES = 6;
const QUICK_REST_SECONDS = 6;
const SLICE_SECONDS = 2;
const SETTLE_MS = 3_000;

/** Resident memory by the operating system's count, in bytes. */
interface MemoryFigures {
  readonly subject: string;
  readonly started: number;
  /** After each slice of the load. */
  readonly loaded: readonly number[];
  /** After each second of rest. */
  readonly rested: readonly number[];
  readonly requests: number;
  readonly failed: number;
}

/** How far memory grows under load, whether it stays there, and what of it comes back. */
export async function memoryBench({ quick, jsonPath }: BenchOptions): Promise<void> {
  const figures = await underLoad([startLimit, startAssay], async (scene) => {
    const found: MemoryFigures[] = [];
    for (const subject of scene.subjects) found.push(await measure(scene, subject, quick));
    return found;
  });
  console.log(
    `  ${CLIENTS} clients; resident memory in MB: the plateau is the median of the last third of the load, flat its ratio to the second third`,
  );
  printColumns([
    ['', 'started', 'plateau', 'flat', 'at most', 'after rest', 'requests', 'failed'],
    ...figures.map(cells),
  ]);
  writeFigures(jsonPath, { pinned: CAN_PIN, figures });
}

async function measure({ post }: UnderLoad, subject: Subject, quick: boolean): Promise<MemoryFigures> {
  const resident = async (): Promise<number> => (await subject.cost()).rssBytes;
  await wait(SETTLE_MS);
  const started = await resident();
  const [loaded, rested]: [number[], number[]] = [[], []];
  let [requests, failed] = [0, 0];
  for (let slice = 0; slice < (quick ? QUICK_SLICES : SLICES); slice += 1) {
    const figures = await post(subject, { connections: CLIENTS, seconds: SLICE_SECONDS });
    requests += Math.round(figures.requestsPerSecond * SLICE_SECONDS);
    failed += figures.failed;
    loaded.push(await resident());
  }
  for (let second = 0; second < (quick ? QUICK_REST_SECONDS : REST_SECONDS); second += 1) {
    await wait(1_000);
    rested.push(await resident());
  }
  return { subject: subject.name, started, loaded, rested, requests, failed };
}

function cells({ subject, started, loaded, rested, requests, failed }: MemoryFigures): readonly string[] {
  const third = Math.floor(loaded.length / 3);
  const plateau = median(loaded.slice(-third));
  const before = median(loaded.slice(third, -third));
  const inMegabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  return [
    subject,
    inMegabytes(started),
    inMegabytes(plateau),
    (plateau / before).toFixed(2),
    inMegabytes(Math.max(...loaded)),
    inMegabytes(rested.at(-1) ?? Number.NaN),
    String(requests),
    String(failed),
  ];
}
