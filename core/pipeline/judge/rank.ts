import type {
  AgreedCalls,
  Evaluation,
  PairConsensus,
  PromptResponse,
  RankedModel,
} from '../../generated/prompt-response.ts';
import { servedWarning } from '../call/to-result.ts';
import type { Warning } from '../plan/warning.ts';
import { disputedPairs } from './disputed-pairs.ts';
import type { JudgingResult } from './judge-answers.ts';
import type { JudgedPair } from './judge-pair.ts';
import { roundFigure } from './score-pair.ts';
import type { AnswerToJudge } from './answer-to-judge.ts';
import type { WeighedJudges } from './weigh-judges.ts';

/** The part of the response that follows from all evaluations of a request. */
export type Comparison = Omit<
  PromptResponse,
  'promptLogId' | 'results' | 'evaluations' | 'creditsUsed' | 'judgingCredits'
>;

/** The compared answers and the verdicts on them. */
export interface ComparedAnswers extends JudgingResult {
  /** In the order of the request; empty if nothing was judged. */
  readonly answers: readonly AnswerToJudge[];
  /** How much each judge counts. */
  readonly weighedJudges: WeighedJudges;
}

/** @param compared has at least one evaluation. */
export function compareAnswers(compared: ComparedAnswers): Comparison {
  const { answers, judged, weighedJudges, until, agreed } = compared;
  const evaluations = judged.map(({ evaluation }) => evaluation);
  const { weights } = weighedJudges;
  const means = pairMeans(
    evaluations,
    weights?.judges.map(({ weight }) => weight),
  );
  // It takes two judges to disagree.
  const disputed = weighedJudges.counts.length > 1 ? disputedPairs(evaluations, weighedJudges.counts) : [];
  const warnings = [...weighedJudges.warnings, ...judgingWarnings(judged)];
  return {
    ranking: rankModels(answers, evaluations, {
      means: weights && means,
      bestProbability: until?.bestProbability,
      agreed,
    }),
    consensus: pairConsensus(means),
    ...(weights !== undefined && {
      weights: weights.judges.map((judge, index) => ({ index, ...judge })),
      calibration: weights.calibration,
    }),
    ...(until !== undefined && { judging: until.judging }),
    ...(agreed !== undefined && { agreedCalls: agreed }),
    ...(disputed.length > 0 && { disagreement: disputed }),
    ...(warnings.length > 0 && { warnings }),
  };
}

/**
 * A warning for each other model that answered in the place of a judge, and for each judge with runs that gave no verdict,
 * with their number and the reasons.
 */
function judgingWarnings(judged: readonly JudgedPair[]): readonly Warning[] {
  const others = judged.flatMap(({ calls }) => calls.filter(({ servedBy }) => servedBy !== undefined));
  const served = others.map(servedWarning).filter((warning) => warning !== undefined);
  // A judge has a call for each pair and order.
  const distinct = new Map(served.map((warning) => [warning.pointer + warning.message, warning]));
  const byJudge = Map.groupBy(judged, ({ evaluation: { judge } }) => judge.index);
  const incomplete = [...byJudge].flatMap(([index, ofJudge]): readonly Warning[] => {
    const runs = ofJudge.flatMap(({ evaluation }) => evaluation.runs);
    const missing = runs.filter(({ status }) => status !== 'completed');
    const modelId = ofJudge[0]?.evaluation.judge.modelId;
    if (modelId === undefined || missing.length === 0) return [];
    const byReason = Map.groupBy(missing, ({ error }) => error?.code ?? 'unreadable');
    const counts = [...byReason].map(([reason, { length }]) => `${length} ${reason}`);
    const message = `${modelId} gave no verdict in ${missing.length} of ${runs.length} runs: ${counts.join(', ')}. Evaluations with such a run have no winner and do not count in the ranking.`;
    return [{ code: 'judging_incomplete', pointer: `/judges/${index}`, message }];
  });
  return [...distinct.values(), ...incomplete];
}

/** The verdict of all judges on one pair. */
interface JudgedMean extends Pick<PairConsensus, 'a' | 'b' | 'judges'> {
  /** Mean of the judges' scores by their weights, from -1 (b) to 1 (a); null if no judge with a weight above 0 compared the two. */
  readonly score: number | null;
}

/**
 * Computes the mean of the judges' scores of each pair, in the order of the evaluations.
 * @param weights by place in `judges`, at least 0; undefined if all judges count alike.
 */
export function pairMeans(
  evaluations: readonly Evaluation[],
  weights: readonly number[] | undefined,
): readonly JudgedMean[] {
  const byPair = Map.groupBy(evaluations, ({ a, b }) => `${a.index}-${b.index}`);
  return [...byPair.values()].flatMap((ofPair) => {
    const [first] = ofPair;
    if (first === undefined) return [];
    let [sum, total, judges] = [0, 0, 0];
    for (const evaluation of ofPair) {
      const weight = weights === undefined ? 1 : (weights[evaluation.judge.index] ?? 0);
      if (!isJudged(evaluation) || weight <= 0) continue;
      sum += weight * evaluation.score;
      total += weight;
      judges += 1;
    }
    return [{ a: first.a, b: first.b, score: judges === 0 ? null : sum / total, judges }];
  });
}

/** Whether an evaluation has a verdict on the answers. A forfeit, speed or cost alone is not a verdict. */
function isJudged(evaluation: Evaluation): evaluation is Evaluation & { readonly score: number } {
  return evaluation.score !== null && evaluation.status === 'completed';
}

/** The winner of each pair, and how clear it is. */
export function pairConsensus(means: readonly JudgedMean[]): PairConsensus[] {
  return means.map(({ a, b, score, judges }) => {
    if (score === null) return { a, b, winner: null, winnerModelId: null, margin: null, judges };
    const share = roundFigure(score);
    const winner = share > 0 ? 'a' : share < 0 ? 'b' : 'tie';
    const winnerModelId = winner === 'a' ? a.modelId : winner === 'b' ? b.modelId : null;
    return { a, b, winner, winnerModelId, margin: Math.abs(share), judges };
  });
}

/** Orders a failed or blank answer behind all others. */
const NO_ANSWER = 2;

/** The facts besides the evaluations that decide the ranks. */
interface RankOptions {
  /** The mean score of each pair by the judges' weights; undefined if all judges count alike. */
  readonly means?: readonly JudgedMean[] | undefined;
  /** The chance of each answer to be best, if the request has `judge_until`. */
  readonly bestProbability?: readonly number[] | undefined;
  /** The answers that rank first if nothing was judged because they agree on their calls. */
  readonly agreed?: AgreedCalls | undefined;
}

/**
 * Ranks the answers from best to worst, by the mean of (1 + score) / 2 over opponents and judges. If judges have weights,
 * it is the mean over opponents of the weighted score. With `judge_until` it is the chance to be best. Only a pair with a
 * verdict counts: a forfeit is no verdict on either answer, and neither are speed and cost alone. Answers that agree on
 * their calls share the first rank. Answers without a judged pair come after the others, and failed ones last, without
 * a rank. Equals share a rank, in the request's order.
 * @param answers in the order of the request.
 * @param evaluations of all judges and pairs; at least one.
 */
export function rankModels(
  answers: readonly Pick<AnswerToJudge, 'participant' | 'forfeits'>[],
  evaluations: readonly Evaluation[],
  { means, bestProbability, agreed }: RankOptions = {},
): RankedModel[] {
  const standings = answers.map(({ participant: { modelId }, forfeits }, index) => {
    const own = evaluations.filter(({ a, b }) => a.index === index || b.index === index);
    const verdicts = own.filter(isJudged);
    const tied = verdicts.filter(({ winner }) => winner === 'tie').length;
    const won = verdicts.filter(({ a, winner }) => winner === (a.index === index ? 'a' : 'b')).length;
    // By pair from 1 for a sure win to 0 for a sure loss.
    const shares = (means ?? verdicts).flatMap(({ a, b, score }) => {
      if (score === null || (a.index !== index && b.index !== index)) return [];
      return [(1 + (a.index === index ? score : -score)) / 2];
    });
    const sum = shares.reduce((total, share) => total + share, 0);
    const winRate = shares.length === 0 ? null : roundFigure(sum / shares.length);
    const chance = bestProbability?.[index];
    const isAgreed = agreed?.indexes.includes(index) === true;
    const figure = isAgreed ? 1 : winRate === null ? null : (chance ?? winRate);
    return {
      // From -1 for the best; 1 for an unjudged answer.
      order: forfeits ? NO_ANSWER : figure === null ? 1 : -figure,
      index,
      modelId,
      winRate,
      won,
      tied,
      lost: verdicts.length - won - tied,
      unjudged: own.length - verdicts.length,
      ...(chance !== undefined && { bestProbability: chance }),
    };
  });
  const sorted = standings.toSorted((one, other) => one.order - other.order || one.index - other.index);
  return sorted.map(({ order, index, modelId, ...standing }) => {
    const rank = order === NO_ANSWER ? null : 1 + sorted.findIndex((other) => other.order === order);
    return { index, modelId, rank, ...standing };
  });
}
