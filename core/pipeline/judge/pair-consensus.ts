import type { Evaluation, PairConsensus } from '../../generated/prompt-response.ts';

/** A share is told to six decimals, and shares that are equal so far are equal. */
const UNIT = 1_000_000;

/** What all judges make of one pair. */
export interface JudgedMean {
  readonly a: Evaluation['a'];
  readonly b: Evaluation['b'];
  /** Mean of the judges' scores by their weights, from -1 (b) to 1 (a); null where none with a say compared the two. */
  readonly score: number | null;
  /** Those with a say that compared the two. */
  readonly judges: number;
}

/** Whether an evaluation has a verdict on the answers: a forfeit, speed and cost alone say nothing of them. */
export function isJudged({ score, status }: Evaluation): boolean {
  return score !== null && status === 'completed';
}

/**
 * The mean of the judges' scores of each pair, in the order of the evaluations.
 * @param weights by place in `judges`, at least 0; undefined where all judges count alike.
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
      if (!isJudged(evaluation) || evaluation.score === null || weight <= 0) continue;
      sum += weight * evaluation.score;
      total += weight;
      judges += 1;
    }
    return [{ a: first.a, b: first.b, score: judges === 0 ? null : sum / total, judges }];
  });
}

/** The winner of each pair, and how clear it is. */
export function pairConsensus(means: readonly JudgedMean[]): PairConsensus[] {
  return means.map(({ a, b, score, judges }) => {
    if (score === null) return { a, b, winner: null, winnerModelId: null, margin: null, judges };
    const rounded = Math.round(score * UNIT) / UNIT;
    const winner = rounded > 0 ? 'a' : rounded < 0 ? 'b' : 'tie';
    const winnerModelId = winner === 'a' ? a.modelId : winner === 'b' ? b.modelId : null;
    return { a, b, winner, winnerModelId, margin: Math.abs(rounded), judges };
  });
}
