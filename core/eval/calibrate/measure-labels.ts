import { judgeFigures, type JudgeFigures } from '../../calibration/measure/judge-figures.ts';
import type { JudgedPair } from '../../calibration/measure/judged-pair.ts';
import { panelFigures, type PanelFigures } from '../../calibration/measure/panel-figures.ts';
import type { Calibration } from '../../generated/calibration.ts';
import type { ModelDescription } from '../../generated/models-response.ts';
import type { Label } from './label.ts';
import type { CalibrationHead, VerdictFile } from './verdict-file.ts';

/** What labelled pairs tell of a panel. */
export interface MeasuredPanel {
  /** Labels with verdicts. */
  readonly pairs: number;
  readonly judges: readonly JudgeFigures[];
  readonly panel: readonly PanelFigures[];
}

/** @param models of the gateway, for who a model's provider is. */
export function measureLabels(
  labels: readonly Label[],
  { head, verdicts }: Pick<VerdictFile, 'head' | 'verdicts'>,
  models: readonly ModelDescription[],
): MeasuredPanel {
  const providers = new Map(models.map(({ id, provider }) => [id, provider]));
  const pairs = labels.flatMap((label, index): readonly JudgedPair[] => {
    const said = verdicts.get(String(index + 1));
    if (said === undefined) return [];
    return [
      {
        label: label.winner,
        models: label.models,
        lengths: [label.a.length, label.b.length],
        judges: said.map((runs) => (runs === null ? undefined : { runs })),
      },
    ];
  });
  const { judges } = head.terms;
  return {
    pairs: pairs.length,
    judges: judgeFigures(judges, pairs, (id) => providers.get(id)),
    panel: panelFigures(judges.length, pairs),
  };
}

/**
 * What is known of the judges from here on; those that gave no verdict are left out. It is of the time at which the
 * verdicts were begun, however often they are read again.
 */
export function calibrationOf(
  { judges }: MeasuredPanel,
  { judgePrompt, startedAt: date, versions }: CalibrationHead,
): Calibration {
  const known = judges.filter(({ labelled }) => labelled.pairs > 0);
  return {
    version: 1,
    date,
    judgePrompt,
    judges: Object.fromEntries(
      known.map(({ modelId, labelled, flips }) => [
        modelId,
        { model: versions[modelId] ?? '', labelled, flips },
      ]),
    ),
  };
}
