import { join } from 'node:path';
import { calibrationText } from '../../calibration/calibration-text.ts';
import { CALIBRATION_NAME, checkCalibrations } from '../../calibration/check-calibrations.ts';
import { NO_CALIBRATION } from '../../calibration/panel-weights.ts';
import { loadConfig, type Environment } from '../../config.ts';
import type { Calibration } from '../../generated/calibration.ts';
import { formatProblem } from '../../manifests/load/manifest-problem.ts';
import { writeWhole } from '../../text/write-whole.ts';
import { ArgumentError } from '../../argument-error.ts';

/** @throws ArgumentError where a calibration cannot have the name. */
export function calibrationName(name: string): string {
  if (!CALIBRATION_NAME.test(name) || name === NO_CALIBRATION)
    throw new ArgumentError(
      `--name takes up to 64 letters, digits, dots, dashes and underscores, and not ${NO_CALIBRATION}.`,
    );
  return name;
}

/** The path of a calibration in the operator's folder. */
export function calibrationPath(name: string, environment: Environment): string {
  return join(loadConfig(environment).calibrationsPath, `${name}.yaml`);
}

/** @throws Error where it cannot be written, or the gateway would refuse it. */
export async function saveCalibration(
  path: string,
  calibration: Calibration,
  notes: readonly string[],
): Promise<void> {
  const text = calibrationText(calibration, notes);
  const { problems } = checkCalibrations(new Map([[path, text]]));
  if (problems.length > 0) throw new Error(problems.map(formatProblem).join('\n'));
  await writeWhole(path, [text]);
}
