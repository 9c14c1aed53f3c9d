import type { CalibratedJudge, FlipCounts, LabelledCounts } from '../generated/calibration.ts';
import { logOddsWeight } from '../statistics/log-odds-weight.ts';
import type { NamedCalibration } from './calibrations.ts';
import { isOfOtherCriteria } from './judge-prompt-versions.ts';

/** What a judge's weight comes from. */
export type WeightSource = 'labels' | 'flips' | 'none';

export interface JudgeWeight {
  readonly modelId: string;
  /** At least 0. With 0 the judge has no say. */
  readonly weight: number;
  readonly from: WeightSource;
  /** Judged pairs that the weight rests on. */
  readonly pairs: number;
}

export interface PanelWeights {
  /** Null where no single calibration names all judges. */
  readonly calibration: string | null;
  /** One per entry of `judges`, in that order. */
  readonly judges: readonly JudgeWeight[];
  /** Why all weights are 1 although there are calibrations; undefined where they are as they were found. */
  readonly levelled: 'all_zero' | 'unknown_judge' | undefined;
}

/** What a request may say instead of a name: every judge counts alike. */
export const NO_CALIBRATION = 'none';

/** Which calibration a request has its judges weighed by. */
export interface CalibrationChoice {
  /** A calibration's name, or `none`. */
  readonly choice?: string | undefined;
  /** The version of the judge prompt with the request's criteria. */
  readonly judgePrompt: string;
}

/** What was counted of a judge; empty where nothing is known of it. */
export type JudgeCounts = Pick<CalibratedJudge, 'labelled' | 'flips'>;

/** What is known of a panel. */
export interface WeighedPanel {
  /** Undefined where all judges count alike. */
  readonly weights: PanelWeights | undefined;
  /** What the weights come from, judge by judge: known of one though nothing is known of another. */
  readonly counts: readonly JudgeCounts[];
  /** A calibration with labels of all judges that was not taken, for one with flips alone, because of its criteria. */
  readonly passedOver: string | undefined;
}

/**
 * The weights of a panel. Without a choice they come from the newest calibration that names all judges, one made with the
 * request's criteria before all others, then one with labels before one with flips alone; where none does, from the flips
 * of each judge, if those are known of all.
 * @param judges model IDs, in the request's order.
 */
export function weighPanel(
  judges: readonly string[],
  asked: CalibrationChoice,
  calibrations: readonly NamedCalibration[],
): WeighedPanel {
  if (asked.choice === NO_CALIBRATION)
    return { weights: undefined, counts: judges.map(() => ({})), passedOver: undefined };
  const chosen = chosenFor(judges, asked, calibrations);
  const known = judges.map((modelId) => ({ modelId, counts: countsOf(modelId, chosen, calibrations) }));
  const weights = weightsBy(
    chosen,
    known.map(({ modelId, counts }) => weightOf(modelId, counts)),
  );
  const passedOver = asked.choice === undefined ? passedOverFor(judges, chosen, calibrations) : undefined;
  return { weights, counts: known.map(({ counts }) => counts), passedOver };
}

function weightsBy(
  chosen: NamedCalibration | undefined,
  found: readonly JudgeWeight[],
): PanelWeights | undefined {
  if (found.length === 0) return undefined;
  const isWhole = found.every(({ from }) => from !== 'none');
  if (chosen === undefined && !isWhole) return undefined;
  const calibration = chosen?.name ?? null;
  if (!isWhole) return { calibration, judges: found.map(levelled), levelled: 'unknown_judge' };
  if (found.every(({ weight }) => weight === 0))
    return { calibration, judges: found.map(levelled), levelled: 'all_zero' };
  return { calibration, judges: found, levelled: undefined };
}

function levelled(judge: JudgeWeight): JudgeWeight {
  return { ...judge, weight: 1 };
}

function chosenFor(
  judges: readonly string[],
  { choice, judgePrompt }: CalibrationChoice,
  calibrations: readonly NamedCalibration[],
): NamedCalibration | undefined {
  return choice === undefined
    ? newestFor(judges, judgePrompt, calibrations)
    : calibrations.find(({ name }) => name === choice);
}

function newestFor(
  judges: readonly string[],
  judgePrompt: string,
  calibrations: readonly NamedCalibration[],
): NamedCalibration | undefined {
  const naming = newestFirst(calibrations).filter((one) => judges.every((id) => judgeIn(one, id)));
  const fitting = naming.filter((one) => !isOfOtherCriteria(one.judgePrompt, judgePrompt));
  const found = fitting.length > 0 ? fitting : naming;
  return found.find((one) => judges.some((id) => judgeIn(one, id)?.labelled)) ?? found[0];
}

function passedOverFor(
  judges: readonly string[],
  chosen: NamedCalibration | undefined,
  calibrations: readonly NamedCalibration[],
): string | undefined {
  const isLabelled = (one: NamedCalibration): boolean =>
    judges.every((id) => judgeIn(one, id)?.labelled !== undefined);
  if (chosen === undefined || judges.some((id) => judgeIn(chosen, id)?.labelled)) return undefined;
  return newestFirst(calibrations).find(isLabelled)?.name;
}

/** Of one moment the first by name. */
function newestFirst(calibrations: readonly NamedCalibration[]): readonly NamedCalibration[] {
  return calibrations.toSorted(
    (one, other) => compare(other.date, one.date) || compare(one.name, other.name),
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function judgeIn({ judges }: NamedCalibration, modelId: string): CalibratedJudge | undefined {
  return Object.hasOwn(judges, modelId) ? judges[modelId] : undefined;
}

function countsOf(
  modelId: string,
  chosen: NamedCalibration | undefined,
  calibrations: readonly NamedCalibration[],
): JudgeCounts {
  const own = chosen && judgeIn(chosen, modelId);
  const flips =
    own?.flips ??
    newestFirst(calibrations)
      .map((one) => judgeIn(one, modelId)?.flips)
      .find((counts) => counts !== undefined);
  return {
    ...(own?.labelled !== undefined && { labelled: own.labelled }),
    ...(flips !== undefined && { flips }),
  };
}

function weightOf(modelId: string, { labelled, flips }: JudgeCounts): JudgeWeight {
  if (labelled !== undefined) return fromLabels(modelId, labelled);
  return flips === undefined ? { modelId, weight: 0, from: 'none', pairs: 0 } : fromFlips(modelId, flips);
}

function fromLabels(modelId: string, { pairs, right, ties }: LabelledCounts): JudgeWeight {
  return { modelId, weight: rounded(logOddsWeight(right + ties / 2, pairs)), from: 'labels', pairs };
}

function fromFlips(modelId: string, { pairs, flipped }: FlipCounts): JudgeWeight {
  return { modelId, weight: rounded(logOddsWeight(pairs - flipped, pairs)), from: 'flips', pairs };
}

/** As the answer shows it, so that the sum can be repeated from the answer. */
function rounded(weight: number): number {
  return Math.round(weight * 1e6) / 1e6;
}
