import { verdictText } from '../support/samples/verdict-text.ts';
import type { PeerOptions } from './bench-options.ts';
import { inTurns, type Rounds } from './in-turns.ts';
import { startAssayPanel, startRouterPanel } from './panel/start-panels.ts';
import { printColumns } from './print-columns.ts';
import { median } from './scale/median.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import type { Subject } from './throughput/subjects.ts';
import { underLoad, type UnderLoad, warmUp } from './throughput/under-load.ts';
import { writeFigures } from './write-figures.ts';

const ROUNDS = 5;
const QUICK_ROUNDS = 1;
const SECONDS = 3;
const QUICK_WARM_UP_SECONDS = 5;
const CLIENTS = [1, 16];
/** Of each call. A panel waits for its models, then for its judge. */
const CALL_MS = 50;
const CRITICAL_PATH_MS = 2 * CALL_MS;

interface PanelFigures {
  readonly addedP50Ms: number;
  readonly addedP99Ms: number;
  readonly requestsPerSecond: number;
  /** Of all threads, for each request. */
  readonly cpuMicros: number;
  readonly failed: number;
}

/** A judged request to three models, against another product's panel of the same models. */
export async function panelBench({ peers, quick, jsonPath }: PeerOptions): Promise<void> {
  const starts = [startAssayPanel, ...(peers ? [startRouterPanel] : [])];
  const rounds = quick ? QUICK_ROUNDS : ROUNDS;
  const found = await underLoad(starts, async (scene) => {
    await scene.order({ delayMs: CALL_MS, text: verdictText('tie') });
    await warmUp(scene, quick ? QUICK_WARM_UP_SECONDS : undefined);
    return await inTurns(scene.subjects, rounds, CLIENTS, (subject, clients) =>
      measure(scene, subject, clients),
    );
  });
  console.log(
    `  three models and a judge, ${CALL_MS} ms a call, so no answer comes before ${CRITICAL_PATH_MS} ms; medians of ${rounds} rounds in turns`,
  );
  printColumns([['', 'clients', 'p50 +ms', 'p99 +ms', 'req/s', 'CPU us', 'failed'], ...found.map(cells)]);
  writeFigures(jsonPath, { pinned: CAN_PIN, rounds: found });
}

async function measure({ post }: UnderLoad, subject: Subject, connections: number): Promise<PanelFigures> {
  const before = await subject.cost();
  const { requestsPerSecond, p50Ms, p99Ms, failed } = await post(subject, { connections, seconds: SECONDS });
  const after = await subject.cost();
  return {
    addedP50Ms: p50Ms - CRITICAL_PATH_MS,
    addedP99Ms: p99Ms - CRITICAL_PATH_MS,
    requestsPerSecond,
    cpuMicros: (after.cpuMicros - before.cpuMicros) / (requestsPerSecond * SECONDS),
    failed,
  };
}

function cells({ subject, level, rounds }: Rounds<PanelFigures>): readonly string[] {
  const of = (name: keyof PanelFigures, digits: number): string =>
    median(rounds.map((round) => round[name])).toFixed(digits);
  const failed = rounds.reduce((sum, round) => sum + round.failed, 0);
  return [
    subject,
    String(level),
    of('addedP50Ms', 1),
    of('addedP99Ms', 1),
    of('requestsPerSecond', 0),
    of('cpuMicros', 0),
    String(failed),
  ];
}
