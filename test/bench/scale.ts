import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchOptions } from './bench-options.ts';
import { measureHeldCalls, printHeldCalls } from './scale/held-calls.ts';
import { inFlightRows, measureInFlight } from './scale/in-flight.ts';
import { writeManyModels } from './scale/many-models.ts';
import { printRows } from './scale/row.ts';
import { manyModelsCostRow, measureSameLoad, sharedRows } from './scale/same-load.ts';
import type { ScalePlan, Scene } from './scale/scene.ts';
import { coldStartRows, manyModelsStartRows, timeStarts } from './scale/starts.ts';
import { openSurroundings } from './scale/steady-load.ts';
import { CAN_PIN } from './throughput/pinned-process.ts';
import { writeFigures } from './write-figures.ts';

const FULL: ScalePlan = { rounds: 3, windowMs: 2_700, starts: 5 };
const QUICK: ScalePlan = { rounds: 1, windowMs: 1_700, starts: 1 };
const MANY_MODELS = 5_000;

/** What the whole gateway, everything on, costs where there is more of something: calls, gateways, models, starts. */
export async function scaleBench({ quick, jsonPath }: BenchOptions): Promise<void> {
  const plan = quick ? QUICK : FULL;
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'));
  const surroundings = await openSurroundings();
  try {
    const manifests = join(folder, 'many-models');
    const usualCount = writeManyModels(manifests, MANY_MODELS);
    const manyModels = { folder: manifests, count: MANY_MODELS, usualCount };
    await measureAll({ surroundings, folder, plan, manyModels }, jsonPath);
  } finally {
    await surroundings.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureAll(scene: Scene, jsonPath: string): Promise<void> {
  const { rounds, starts: startCount } = scene.plan;
  console.log(
    `  medians of ${rounds} rounds and of ${startCount} starts, in turns, ratios within a round; ` +
      (CAN_PIN ? 'gateways have one processor, all else the other' : 'nothing is pinned to a processor here'),
  );
  const inFlight = await measureInFlight(scene);
  printRows('In flight', inFlightRows(inFlight));
  const heldCalls = await measureHeldCalls(scene);
  printHeldCalls(heldCalls);
  const sameLoad = await measureSameLoad(scene);
  if (sameLoad.shared !== undefined) printRows('Shared stores', sharedRows(sameLoad));
  const starts = await timeStarts(scene);
  printRows(`${scene.manyModels.count} models`, [
    ...manyModelsStartRows(scene, starts),
    manyModelsCostRow(scene, sameLoad),
  ]);
  printRows('Cold start', coldStartRows(starts));
  writeFigures(jsonPath, { pinned: CAN_PIN, plan: scene.plan, inFlight, heldCalls, sameLoad, starts });
}
