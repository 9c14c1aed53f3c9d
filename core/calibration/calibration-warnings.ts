import type { RegistryData } from '../contract.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { ManifestProblem } from '../manifests/load/manifest-problem.ts';
import type { CheckedCalibration } from './check-calibrations.ts';
import { versionsIn } from './judge-prompt-versions.ts';
import { modelVersion, UNKNOWN_VERSION } from './model-version.ts';
import { movedParts } from './moved-parts.ts';

/** Where calibrations were made with another judge prompt or other judges than there are now, or may have been. */
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
      ...unknownVersions({ source, calibration }, versionOf),
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

/** One warning for the file: what wrote it knew none of them, or a person knows best which. */
function unknownVersions(
  { source, calibration: { judgePrompt, judges } }: CheckedCalibration,
  versionOf: (id: string) => string | undefined,
): readonly ManifestProblem[] {
  // A judge that is gone is told of elsewhere.
  const unknown = Object.keys(judges).filter(
    (id) => isUnknown(judges[id]?.model) && versionOf(id) !== undefined,
  );
  const [place] = [
    ...(isUnknown(judgePrompt) ? [['judgePrompt']] : []),
    ...unknown.map((id) => ['judges', id, 'model']),
  ];
  if (place === undefined) return [];
  const what = [
    ...(isUnknown(judgePrompt) ? ['the judge prompt'] : []),
    ...(unknown.length > 0 ? [unknown.join(', ')] : []),
  ].join(' and of ');
  return [
    source.problem(
      place,
      `it is not known which versions of ${what} gave some of these counts, so they may not hold; calibrate with labels`,
    ),
  ];
}

/** Whether verdicts that do not tell their version are among the counts. */
function isUnknown(named: string | undefined): boolean {
  return named !== undefined && versionsIn(named).includes(UNKNOWN_VERSION);
}
