import type { JudgeWeights as RequestedWeights } from '../../generated/prompt-request.ts';
import type { Axis, Evaluation } from '../../generated/prompt-response.ts';

/** One judge run's verdict on a pair, in terms of a and b, whichever was shown first. */
export type Verdict = 'a' | 'b' | 'tie';
/** Undefined if the run failed or its verdict could not be read. */
export type RunVerdict = Verdict | undefined;

/** How much each axis counts; each at least 0. Only their proportions matter. */
export type JudgeWeights = Required<RequestedWeights>;

/** The figures of an answer's own run, which the judge does not see. */
export interface AnswerFigures {
  /** Whether it failed or its answer is blank. */
  readonly forfeits: boolean;
  readonly latencyMs: number;
  readonly costNanoUsd: number;
}

/** One judge's score of a pair. */
type PairScore = Pick<Evaluation, 'status' | 'winner' | 'score' | 'consistent' | 'agreement' | 'axes'>;

/** Scores closer to zero than this are rounding, not a preference. */
const TIE_TOLERANCE = 1e-9;

/** The specification's default of each weight. */
export const DEFAULT_WEIGHTS: JudgeWeights = { accuracy: 1, speed: 0, cost: 0 };

export interface PairToScore {
  readonly a: AnswerFigures;
  readonly b: AnswerFigures;
  /** The verdict with a shown first, and the verdict with b shown first; undefined if the judge was not asked. */
  readonly verdicts: readonly [RunVerdict, RunVerdict] | undefined;
  readonly weights: JudgeWeights;
}

/**
 * Scores one judge's comparison of two answers. The function is pure. Swapping a and b negates the score; scaling all
 * weights, all latencies or all costs changes nothing; the score is never NaN.
 */
export function scorePair({ a, b, verdicts, weights }: PairToScore): PairScore {
  if (verdicts === undefined || a.forfeits || b.forfeits) return scoreUnjudged(a, b, weights);
  const [one, other] = verdicts;
  const bothValid = one !== undefined && other !== undefined;
  const axes = {
    accuracy: { weight: weights.accuracy, value: bothValid ? (VALUES[one] + VALUES[other]) / 2 : null },
    speed: { weight: weights.speed, value: advantage(a.latencyMs, b.latencyMs) },
    cost: { weight: weights.cost, value: advantage(a.costNanoUsd, b.costNanoUsd) },
  };
  // One run alone has the order bias that the swap removes, and speed and cost alone are no verdict.
  if (!bothValid)
    return { status: 'incomplete', winner: null, score: null, consistent: null, agreement: null, axes };
  const agreement = one === other ? 'full' : one === 'tie' || other === 'tie' ? 'partial' : 'contradictory';
  const score = weigh([axes.accuracy, axes.speed, axes.cost]);
  return {
    status: 'completed',
    winner: score === null ? null : score > TIE_TOLERANCE ? 'a' : score < -TIE_TOLERANCE ? 'b' : 'tie',
    score,
    consistent: agreement === 'full',
    agreement,
    axes,
  };
}

const VALUES: Readonly<Record<Verdict, number>> = { a: 1, tie: 0, b: -1 };

/** Scores a pair without a judge: an answer beats a missing one, whatever it cost. */
function scoreUnjudged(a: AnswerFigures, b: AnswerFigures, weights: JudgeWeights): PairScore {
  const winner = a.forfeits === b.forfeits ? null : a.forfeits ? 'b' : 'a';
  return {
    status: winner !== null ? 'forfeit' : a.forfeits ? 'not_comparable' : 'skipped',
    winner,
    score: winner === null ? null : VALUES[winner],
    consistent: null,
    agreement: null,
    axes: {
      accuracy: { weight: weights.accuracy, value: null },
      speed: { weight: weights.speed, value: null },
      cost: { weight: weights.cost, value: null },
    },
  };
}

/** How much less a takes than b, as a share of their sum. */
function advantage(ofA: number, ofB: number): number | null {
  if (!Number.isFinite(ofA) || !Number.isFinite(ofB)) return null;
  return ofA + ofB === 0 ? 0 : (ofB - ofA) / (ofA + ofB);
}

/**
 * The weighted mean of the axes that have a value. If all weights are 0, the pair is a tie, as the caller asked. If
 * every axis with a weight has no value, there is no comparison, because a tie would be a verdict that nobody gave.
 */
function weigh(axes: readonly Axis[]): number | null {
  const weightedAxes = axes.flatMap(({ weight, value }) =>
    weight > 0 && value !== null ? [{ weight, value }] : [],
  );
  // The weights are scaled first, because a product with the smallest doubles would be 0.
  const greatest = Math.max(...weightedAxes.map(({ weight }) => weight));
  let sum = 0;
  let weights = 0;
  for (const { weight, value } of weightedAxes) {
    sum += (weight / greatest) * value;
    weights += weight / greatest;
  }
  if (weights > 0) return sum / weights;
  return axes.some(({ weight }) => weight > 0) ? null : 0;
}

/** Rounds to six decimals. Figures that are then the same count as equal. */
export function roundFigure(figure: number): number {
  return Math.round(figure * 1_000_000) / 1_000_000;
}
