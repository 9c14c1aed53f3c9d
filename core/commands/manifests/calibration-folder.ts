import { calibrationWarnings } from '../../calibration/calibration-warnings.ts';
import { checkCalibrations } from '../../calibration/check-calibrations.ts';
import { readCalibrations } from '../../calibration/read-calibrations.ts';
import { loadConfig, type Environment } from '../../config.ts';
import { linkRegistry } from '../../manifests/link/link-registry.ts';
import type { ManifestProblem } from '../../manifests/load/manifest-problem.ts';
import { JUDGE_PROMPT_VERSION } from '../../pipeline/judge/judge-prompt.ts';
import type { ManifestFolder } from './manifest-folder.ts';

/** The operator's calibrations as they stand on disk, and what the checks say of them. */
export interface CalibrationFolder {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly ManifestProblem[];
  readonly warnings: readonly ManifestProblem[];
}

/** @param folder whose models the calibrations are compared with, unless it has mistakes. @throws Error where they cannot be read. */
export async function readCalibrationFolder(
  environment: Environment,
  { manifests, input, problems: mistakes }: ManifestFolder,
): Promise<CalibrationFolder> {
  const texts = await readCalibrations(loadConfig(environment).calibrationsPath);
  const { calibrations, problems } = checkCalibrations(texts);
  const warnings =
    mistakes.length > 0
      ? []
      : calibrationWarnings(calibrations, linkRegistry(manifests, input.manifests), JUDGE_PROMPT_VERSION);
  return { texts, problems, warnings };
}
