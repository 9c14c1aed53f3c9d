import type { NamedCalibration } from './calibrations.ts';
import { builtInVersions, versionsIn } from './judge-prompt-versions.ts';

/** What judges now. */
interface JudgingNow {
  /** Version of the judges' prompt. */
  readonly judgePrompt: string;
  /** Version of a model; undefined where there is none of that ID. */
  readonly versionOf: (modelId: string) => string | undefined;
}

/** What a calibration was made with that is another by now. */
export interface MovedParts {
  readonly judgePrompt: boolean;
  /** Model IDs, those that are gone included. */
  readonly judges: readonly string[];
}

/** @param judges to look at; by default all of the calibration's. */
export function movedParts(
  calibration: NamedCalibration,
  now: JudgingNow,
  judges: readonly string[] = Object.keys(calibration.judges),
): MovedParts {
  return {
    judgePrompt: hasMoved(builtInVersions(calibration.judgePrompt), now.judgePrompt),
    judges: judges.filter((id) => {
      const known = Object.hasOwn(calibration.judges, id) ? calibration.judges[id] : undefined;
      const version = now.versionOf(id);
      return known !== undefined && (version === undefined || hasMoved(versionsIn(known.model), version));
    }),
  };
}

function hasMoved(named: readonly string[], now: string): boolean {
  return named.some((version) => version !== now);
}
