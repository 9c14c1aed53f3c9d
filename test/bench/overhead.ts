import type { PeerOptions } from './bench-options.ts';
import { inTurns, type Rounds } from './in-turns.ts';
import { printColumns } from './print-columns.ts';
import { median } from './scale/median.ts';
import type { LoadFigures } from './throughput/load-figures.ts';
import { PEERS } from './throughput/peers.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { startAssay, startDirect } from './throughput/subjects.ts';
import { underLoad, warmUp } from './throughput/under-load.ts';
import { writeFigures } from './write-figures.ts';

const ROUNDS = 12;
const QUICK_ROUNDS = 3;
const QUICK_WARM_UP_SECONDS = 5;
const SECONDS = 1;

/**
 * What a gateway adds to one request at a time, as public benchmarks of gateways measure it: one client, which asks again
 * once it is answered, rounds in turns, a provider that answers at once, and the same provider asked directly.
 */
export async function overheadBench({ peers, quick, jsonPath }: PeerOptions): Promise<void> {
  const starts = [startDirect, startAssay, ...(peers ? PEERS : [])];
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const found = await underLoad(starts, async (scene) => {
    await warmUp(scene, quick ? QUICK_WARM_UP_SECONDS : undefined);
    return await inTurns(scene.subjects, rounds, [1], (subject, connections) =>
      scene.post(subject, { connections, seconds: SECONDS }),
    );
  });
  console.log(
    `  one client, medians of ${rounds} rounds of ${SECONDS} s in turns; ` +
      (CAN_PIN ? 'the gateways have a processor of their own' : 'nothing is pinned to a processor here'),
  );
  printColumns([
    ['', 'p50 ms', 'p99 ms', 'p50 +ms', 'p99 +ms', 'failed'],
    ...found.map((row) => cells(row, found[0])),
  ]);
  writeFigures(jsonPath, { pinned: CAN_PIN, rounds: found });
}

/** What is added is the difference within a round, then the median. */
function cells({ subject, rounds }: Rounds<LoadFigures>, direct?: Rounds<LoadFigures>): readonly string[] {
  const figures = (['p50Ms', 'p99Ms'] as const).map((name) => rounds.map((round) => round[name]));
  const added = (['p50Ms', 'p99Ms'] as const).map((name) =>
    rounds.map((round, index) => round[name] - (direct?.rounds[index]?.[name] ?? Number.NaN)),
  );
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  return [subject, ...[...figures, ...added].map((values) => median(values).toFixed(3)), String(failed)];
}
