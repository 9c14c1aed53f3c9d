import type { JudgeCounts } from '../../calibration/panel-weights.ts';
import type { DisputedPair, Evaluation } from '../../generated/prompt-response.ts';

/** A disagreement is not reported if the probability that it is an accident is above this. */
const MAX_CHANCE_PROBABILITY = 0.1;

/** One judge that named the same winner in both orders. */
interface Side {
  readonly evaluation: Evaluation;
  readonly winner: 'a' | 'b';
  /** The probability that its verdict is wrong though it is the same in both orders. */
  readonly errorChance: number;
}

/**
 * Finds pairs on which judges disagree although each named the same winner in both orders. A judge that sometimes flips
 * also names a winner twice by accident, so a judge that flips often counts less.
 * @param counts the counts of each judge by its calibration. If they have no flips, those of this request count.
 * @returns ordered by pair.
 */
export function disputedPairs(
  evaluations: readonly Evaluation[],
  counts: readonly JudgeCounts[],
): DisputedPair[] {
  const byJudge = Map.groupBy(evaluations, ({ judge }) => judge.index);
  const accidents = new Map(
    [...byJudge].map(([index, own]) => [index, errorProbability(counts[index]?.flips ?? countFlips(own))]),
  );
  const byPair = Map.groupBy(evaluations, ({ a, b }) => `${a.index}-${b.index}`);
  return [...byPair.values()].flatMap((ofPair) => {
    const [first] = ofPair;
    const sides = ofPair.flatMap((evaluation) => sideOf(evaluation, accidents));
    const chanceOf = (winner: Side['winner']): number =>
      sides.reduce((chance, side) => (side.winner === winner ? chance * side.errorChance : chance), 1);
    const byChance = Math.round((chanceOf('a') + chanceOf('b')) * 1e4) / 1e4;
    if (first === undefined || byChance > MAX_CHANCE_PROBABILITY) return [];
    const judges = sides.map(({ evaluation, winner }) => ({
      judge: evaluation.judge,
      winner,
      reasoning: reasoningOf(evaluation),
    }));
    return [{ a: first.a, b: first.b, byChance, judges }];
  });
}

function sideOf(evaluation: Evaluation, accidents: ReadonlyMap<number, number>): readonly Side[] {
  const { agreement, runs, judge } = evaluation;
  const winner = runs[0]?.winner;
  if (agreement !== 'full' || (winner !== 'a' && winner !== 'b')) return [];
  return [{ evaluation, winner, errorChance: accidents.get(judge.index) ?? 0.5 }];
}

/** Counts the flips among pairs with a winner in both orders. */
function countFlips(own: readonly Evaluation[]): NonNullable<JudgeCounts['flips']> {
  const decided = own.filter(
    ({ runs }) => runs.length === 2 && runs.every(({ winner }) => winner === 'a' || winner === 'b'),
  );
  return {
    pairs: decided.length,
    flipped: decided.filter(({ agreement }) => agreement === 'contradictory').length,
  };
}

/**
 * Computes the chance that a verdict is wrong although it is the same in both orders. It assumes that each run goes wrong
 * independently, as often as the flips suggest. One flip and one pair without a flip are added to the counts.
 */
function errorProbability({ pairs, flipped }: NonNullable<JudgeCounts['flips']>): number {
  const flips = Math.min(0.5, (flipped + 1) / (pairs + 2));
  const wrong = (1 - Math.sqrt(1 - 2 * flips)) / 2;
  return wrong ** 2 / (wrong ** 2 + (1 - wrong) ** 2);
}

/** The reasoning of the run with the higher confidence, or of the first if they are equal. */
function reasoningOf({ runs }: Evaluation): string {
  const [first, second] = runs;
  const isSecondSurer = (second?.confidence ?? 0) > (first?.confidence ?? 0);
  return (isSecondSurer ? second : first)?.reasoning ?? '';
}
