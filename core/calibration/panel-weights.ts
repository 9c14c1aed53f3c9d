import type { CalibratedJudge } from '../generated/calibration.ts';
import { compareText } from '../manifests/load/hash-manifests.ts';
import { logOddsWeight } from '../statistics/log-odds-weight.ts';
import type { NamedCalibration } from './calibrations.ts';
import { isOfOtherCriteria } from './judge-prompt-versions.ts';

export interface JudgeWeight {
  readonly modelId: string;
  /** At least 0. A judge with weight 0 does not count. */
  readonly weight: number;
  readonly from: 'labels' | 'flips' | 'none';
  /** The number of judged pairs that the weight comes from. */
  readonly pairs: number;
}

export interface PanelWeights {
  /** Null where no single calibration names all judges. */
  readonly calibration: string | null;
  /** One per entry of `judges`, in that order. */
  readonly judges: readonly JudgeWeight[];
  /** Why all weights were set to 1; undefined if they were not. */
  readonly levelled: 'all_zero' | 'unknown_judge' | undefined;
}

/** Stands in a request for no calibration: every judge counts alike. */
export const NO_CALIBRATION = 'none';

/** The parts of a request that decide which calibration weighs its judges. */
export interface CalibrationQuery {
  /** A calibration's name, or `none`. */
  readonly choice?: string | undefined;
  /** The version of the judge prompt with the request's criteria. */
  readonly judgePrompt: string;
}

/** The counts of a judge; empty for a judge without any. */
export type JudgeCounts = Pick<CalibratedJudge, 'labelled' | 'flips'>;

export interface WeighedPanel {
  /** Undefined if all judges count alike. */
  readonly weights: PanelWeights | undefined;
  /** By judge; a judge has counts even if another has none. */
  readonly counts: readonly JudgeCounts[];
  /** Name of a calibration with labels of all judges that was passed over, because of its criteria, for one with flips alone. */
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
  { choice, judgePrompt }: CalibrationQuery,
  calibrations: readonly NamedCalibration[],
): WeighedPanel {
  if (choice === NO_CALIBRATION)
    return { weights: undefined, counts: judges.map(() => ({})), passedOver: undefined };
  // Calibrations of the same moment are sorted by name.
  const newestFirst = calibrations.toSorted(
    (one, other) => compareText(other.date, one.date) || compareText(one.name, other.name),
  );
  const source =
    choice === undefined
      ? newestFor(judges, judgePrompt, newestFirst)
      : newestFirst.find(({ name }) => name === choice);
  const counts = judges.map((modelId) => countsOf(modelId, source, newestFirst));
  const judgeWeights = judges.map((modelId, index) => weightOf(modelId, counts[index]));
  const passedOver = choice === undefined ? passedOverFor(judges, source, newestFirst) : undefined;
  return { weights: weightsBy(source, judgeWeights), counts, passedOver };
}

function weightsBy(
  source: NamedCalibration | undefined,
  judgeWeights: readonly JudgeWeight[],
): PanelWeights | undefined {
  if (judgeWeights.length === 0) return undefined;
  const isComplete = judgeWeights.every(({ from }) => from !== 'none');
  if (source === undefined && !isComplete) return undefined;
  const calibration = source?.name ?? null;
  const isAllZero = judgeWeights.every(({ weight }) => weight === 0);
  if (isComplete && !isAllZero) return { calibration, judges: judgeWeights, levelled: undefined };
  return {
    calibration,
    judges: judgeWeights.map((judge) => ({ ...judge, weight: 1 })),
    levelled: isComplete ? 'all_zero' : 'unknown_judge',
  };
}

function newestFor(
  judges: readonly string[],
  judgePrompt: string,
  newestFirst: readonly NamedCalibration[],
): NamedCalibration | undefined {
  const complete = newestFirst.filter((one) => judges.every((id) => judgeIn(one, id)));
  const sameCriteria = complete.filter((one) => !isOfOtherCriteria(one.judgePrompt, judgePrompt));
  const candidates = sameCriteria.length > 0 ? sameCriteria : complete;
  return candidates.find((one) => judges.some((id) => judgeIn(one, id)?.labelled)) ?? candidates[0];
}

function passedOverFor(
  judges: readonly string[],
  source: NamedCalibration | undefined,
  newestFirst: readonly NamedCalibration[],
): string | undefined {
  const isLabelled = (one: NamedCalibration): boolean =>
    judges.every((id) => judgeIn(one, id)?.labelled !== undefined);
  if (source === undefined || judges.some((id) => judgeIn(source, id)?.labelled)) return undefined;
  return newestFirst.find(isLabelled)?.name;
}

function judgeIn({ judges }: NamedCalibration, modelId: string): CalibratedJudge | undefined {
  return Object.hasOwn(judges, modelId) ? judges[modelId] : undefined;
}

function countsOf(
  modelId: string,
  source: NamedCalibration | undefined,
  newestFirst: readonly NamedCalibration[],
): JudgeCounts {
  const entry = source && judgeIn(source, modelId);
  const flips =
    entry?.flips ??
    newestFirst.map((one) => judgeIn(one, modelId)?.flips).find((counts) => counts !== undefined);
  return {
    ...(entry?.labelled !== undefined && { labelled: entry.labelled }),
    ...(flips !== undefined && { flips }),
  };
}

function weightOf(modelId: string, { labelled, flips }: JudgeCounts = {}): JudgeWeight {
  if (labelled !== undefined) {
    const { pairs, right, ties } = labelled;
    return { modelId, weight: rounded(logOddsWeight(right + ties / 2, pairs)), from: 'labels', pairs };
  }
  if (flips === undefined) return { modelId, weight: 0, from: 'none', pairs: 0 };
  const { pairs, flipped } = flips;
  return { modelId, weight: rounded(logOddsWeight(pairs - flipped, pairs)), from: 'flips', pairs };
}

/** Rounds to the places of the response, so that callers can repeat the sum. */
function rounded(weight: number): number {
  return Math.round(weight * 1e6) / 1e6;
}
