import type { RegistryData } from '../contract.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { CheckedCalibration } from './check-calibrations.ts';
import { modelVersion } from './model-version.ts';
import { movedParts } from './moved-parts.ts';

/** Warns of calibrations whose judge prompt or judges have changed since. */
export function calibrationWarnings(
  checked: readonly CheckedCalibration[],
  { providers, models }: Pick<RegistryData, 'providers' | 'models'>,
  judgePrompt: string,
): readonly ManifestProblem[] {
  const byId = new Map(models.map((model) => [model.id, model]));
  const versionOf = (id: string): string | undefined => {
    const model = byId.get(id);
    const provider = providers.find((one) => one.id === model?.provider);
    return model && provider && modelVersion(model, provider);
  };
  return checked.flatMap(({ source, calibration }) => {
    const moved = movedParts(calibration, { judgePrompt, versionOf });
    const advice = `calibrate again with "assay judge calibrate LABELS --judges LIST --name ${calibration.name}", which asks anew what has changed`;
    const prompt = `the judge prompt is ${judgePrompt} by now, so these counts may no longer hold; ${advice}`;
    return [
      ...(moved.judgePrompt ? [source.problem(['judgePrompt'], prompt)] : []),
      ...moved.judges.map((id) => {
        const version = versionOf(id);
        if (version !== undefined)
          return source.problem(
            ['judges', id, 'model'],
            `${id} is ${version} by now, so its counts may no longer hold; ${advice}`,
          );
        const nearest = nearestName(id, byId.keys());
        const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`;
        return source.problem(['judges', id], `there is no model ${id}${hint}`, 'key');
      }),
    ];
  });
}
