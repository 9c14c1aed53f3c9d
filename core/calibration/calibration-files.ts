import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOperatorsFolder } from '../manifests/load/read-input.ts';
import type { NamedCalibration } from './calibrations.ts';
import type { CheckedCalibration } from './check-calibrations.ts';

const FILE = 'calibrations.json';

/** Path of each calibration, as problems shall name it -> its YAML. @throws as `readOperatorsFolder`. */
export function readCalibrations(folder: string): Promise<ReadonlyMap<string, string>> {
  return readOperatorsFolder(folder, {
    fallback: './calibrations',
    kind: 'calibrations',
    variable: 'ASSAY_CALIBRATIONS',
  });
}

/** Writes checked calibrations into the folder of a registry. */
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
