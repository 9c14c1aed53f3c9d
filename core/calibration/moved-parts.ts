import type { NamedCalibration } from './calibrations.ts';
import { builtInVersions, versionsIn } from './judge-prompt-versions.ts';

/** The versions in use. */
interface JudgingNow {
  /** Version of the judges' prompt. */
  readonly judgePrompt: string;
  /** Version of a model; undefined for an unknown ID. */
  readonly versionOf: (modelId: string) => string | undefined;
}

/** The parts of a calibration whose versions have changed since. */
export interface MovedParts {
  readonly judgePrompt: boolean;
  /** Model IDs, including those that no longer exist. */
  readonly judges: readonly string[];
}

/** @param judges to compare; by default all of the calibration's. */
export function movedParts(
  calibration: NamedCalibration,
  current: JudgingNow,
  judges: readonly string[] = Object.keys(calibration.judges),
): MovedParts {
  return {
    judgePrompt: hasMoved(builtInVersions(calibration.judgePrompt), current.judgePrompt),
    judges: judges.filter((id) => {
      const entry = Object.hasOwn(calibration.judges, id) ? calibration.judges[id] : undefined;
      const version = current.versionOf(id);
      return entry !== undefined && (version === undefined || hasMoved(versionsIn(entry.model), version));
    }),
  };
}

function hasMoved(versions: readonly string[], current: string): boolean {
  return versions.some((version) => version !== current);
}
