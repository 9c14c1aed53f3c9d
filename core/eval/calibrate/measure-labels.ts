import { withCriteria } from '../../calibration/judge-prompt-versions.ts';
import { judgeFigures, type JudgeFigures } from '../../calibration/measure/judge-figures.ts';
import type { JudgedPair, JudgedRuns } from '../../calibration/measure/judged-pair.ts';
import { panelFigures, type PanelFigures } from '../../calibration/measure/panel-figures.ts';
import type { Calibration } from '../../generated/calibration.ts';
import type { ModelDescription } from '../../generated/models-response.ts';
import { swapRuns, type LabelQuestions, type JudgingSetup } from './question.ts';
import type { Verdict, VerdictFile } from './verdict-file.ts';

/** The figures of a panel on labelled pairs. */
export interface MeasuredPanel {
  /** Labels with verdicts. */
  readonly pairs: number;
  readonly judges: readonly JudgeFigures[];
  readonly panel: readonly PanelFigures[];
  /** Time of the newest verdict, in RFC 3339; undefined without one. */
  readonly newest: string | undefined;
}

/**
 * Counts the verdicts on the current questions and ignores others in the file.
 * @param models of the gateway, for who a model's provider is.
 */
export function measureLabels(
  labelQuestions: readonly LabelQuestions[],
  { judges }: Pick<JudgingSetup, 'judges'>,
  { verdicts }: Pick<VerdictFile, 'verdicts'>,
  models: readonly ModelDescription[],
): MeasuredPanel {
  const providers = new Map(models.map(({ id, provider }) => [id, provider]));
  const verdictsByLabel = labelQuestions.map(({ questions }) => questions.map(({ id }) => verdicts.get(id)));
  const pairs = labelQuestions.flatMap(({ label, isSwapped }, index): readonly JudgedPair[] => {
    const labelVerdicts = verdictsByLabel[index] ?? [];
    if (labelVerdicts.every((verdict) => verdict === undefined)) return [];
    return [
      {
        label: label.winner,
        models: label.models,
        lengths: [label.a.length, label.b.length],
        judges: labelVerdicts.map((verdict) => judgedRuns(verdict, isSwapped)),
      },
    ];
  });
  return {
    pairs: pairs.length,
    judges: judgeFigures(judges, pairs, (id) => providers.get(id)),
    panel: panelFigures(judges.length, pairs),
    newest: verdictsByLabel
      .flat()
      .reduce<string | undefined>((last, verdict) => later(last, verdict?.at), undefined),
  };
}

function judgedRuns(verdict: Verdict | undefined, isSwapped: boolean): JudgedRuns | undefined {
  if (!verdict?.runs) return undefined;
  return { runs: isSwapped ? swapRuns(verdict.runs) : verdict.runs };
}

/** Both are of one form, so they compare as texts. */
function later(one: string | undefined, other: string | undefined): string | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

/**
 * Makes a calibration of the judges that gave a verdict.
 * @param date of the newest verdict: a calibration is no newer for being written again.
 */
export function calibrationOf(
  { judges }: MeasuredPanel,
  { judgePrompt, criteria, versions }: JudgingSetup,
  date: string,
): Calibration {
  const usableJudges = judges.filter(({ labelled }) => labelled.pairs > 0);
  return {
    version: 1,
    date,
    judgePrompt: withCriteria(judgePrompt, criteria),
    judges: Object.fromEntries(
      usableJudges.map(({ modelId, labelled, flips }) => [
        modelId,
        { model: versions[modelId] ?? '', labelled, flips },
      ]),
    ),
  };
}
