import type { NamedCalibration } from './calibrations.ts';
import { UNKNOWN_VERSION } from './model-version.ts';

/** What judges now. */
export interface JudgingNow {
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

/**
 * Of an unknown version nobody can tell whether it has moved, so it is left out.
 * @param judges of which to tell; all of the calibration's where it is not given.
 */
export function movedParts(
  calibration: NamedCalibration,
  now: JudgingNow,
  judges: readonly string[] = Object.keys(calibration.judges),
): MovedParts {
  return {
    judgePrompt: ![now.judgePrompt, UNKNOWN_VERSION].includes(calibration.judgePrompt),
    judges: judges.filter((id) => {
      const known = Object.hasOwn(calibration.judges, id) ? calibration.judges[id] : undefined;
      const version = now.versionOf(id);
      if (known === undefined || known.model === version) return false;
      return version === undefined || known.model !== UNKNOWN_VERSION;
    }),
  };
}
