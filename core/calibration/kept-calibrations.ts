import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NamedCalibration } from './calibrations.ts';
import type { CheckedCalibration } from './check-calibrations.ts';

const FILE = 'calibrations.json';

/** Writes checked calibrations for the other threads of this gateway. */
export async function writeCalibrations(
  folder: string,
  checked: readonly CheckedCalibration[],
): Promise<void> {
  await writeFile(join(folder, FILE), JSON.stringify(checked.map(({ calibration }) => calibration)));
}

/** @param folder undefined without calibrations. @throws Error if the folder does not exist. */
export async function openCalibrations(folder: string | undefined): Promise<readonly NamedCalibration[]> {
  if (folder === undefined) return [];
  const calibrations: readonly NamedCalibration[] = JSON.parse(await readFile(join(folder, FILE), 'utf8'));
  return calibrations;
}
