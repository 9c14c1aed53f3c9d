import type { JudgeCounts } from '../../calibration/panel-weights.ts';
import type { DisputedPair, Evaluation } from '../../generated/prompt-response.ts';

/** A disagreement that is more probably an accident than this is not told. */
const MOST_BY_CHANCE = 0.1;

/** One judge that named the same winner in both orders. */
interface Side {
  readonly evaluation: Evaluation;
  readonly winner: 'a' | 'b';
  /** How probable it is that it meant the other one. */
  readonly byChance: number;
}

/**
 * Pairs on which judges disagree though each kept to its winner in both orders, unless flips explain it. A judge that
 * flips now and then also names a winner twice by accident, so a judge that flips often counts less.
 * @param counts by judge: what was counted of it. Where its flips were not, those of this request count.
 * @returns ordered by pair.
 */
export function disputedPairs(
  evaluations: readonly Evaluation[],
  counts: readonly JudgeCounts[],
): readonly DisputedPair[] {
  const byJudge = Map.groupBy(evaluations, ({ judge }) => judge.index);
  const accidents = new Map(
    [...byJudge].map(([index, own]) => [index, errorProbability(counts[index]?.flips ?? countFlips(own))]),
  );
  const byPair = Map.groupBy(evaluations, ({ a, b }) => `${a.index}-${b.index}`);
  return [...byPair.values()].flatMap((ofPair) => {
    const [first] = ofPair;
    const sides = ofPair.flatMap((evaluation) => sideOf(evaluation, accidents));
    const chanceOf = (winner: Side['winner']): number =>
      sides.reduce((chance, side) => (side.winner === winner ? chance * side.byChance : chance), 1);
    const byChance = Math.round((chanceOf('a') + chanceOf('b')) * 1e4) / 1e4;
    if (first === undefined || byChance > MOST_BY_CHANCE) return [];
    const judges = sides.map(({ evaluation, winner }) => ({
      judge: evaluation.judge,
      winner,
      reasoning: reasoningOf(evaluation),
    }));
    return [{ a: first.a, b: first.b, byChance, judges: [...judges] }];
  });
}

function sideOf(evaluation: Evaluation, accidents: ReadonlyMap<number, number>): readonly Side[] {
  const { agreement, runs, judge } = evaluation;
  const winner = runs[0]?.winner;
  if (agreement !== 'full' || (winner !== 'a' && winner !== 'b')) return [];
  return [{ evaluation, winner, byChance: accidents.get(judge.index) ?? 0.5 }];
}

/** Of its pairs with a winner in either order. */
function countFlips(own: readonly Evaluation[]): NonNullable<JudgeCounts['flips']> {
  const decided = own.filter(({ runs }) => runs.length === 2 && runs.every(isDecided));
  return {
    pairs: decided.length,
    flipped: decided.filter(({ agreement }) => agreement === 'contradictory').length,
  };
}

function isDecided({ winner }: Evaluation['runs'][number]): boolean {
  return winner === 'a' || winner === 'b';
}

/**
 * The chance that a verdict that stayed the same in both orders is the opposite of what the judge holds, if each run by
 * itself goes wrong as often as explains the flips. One flip and one pair without are added to what was counted.
 */
function errorProbability({ pairs, flipped }: NonNullable<JudgeCounts['flips']>): number {
  const flips = Math.min(0.5, (flipped + 1) / (pairs + 2));
  const wrong = (1 - Math.sqrt(1 - 2 * flips)) / 2;
  return wrong ** 2 / (wrong ** 2 + (1 - wrong) ** 2);
}

/** Of the run that the judge was more confident in; of equals the first. */
function reasoningOf({ runs }: Evaluation): string {
  const [first, second] = runs;
  const isSecondSurer = (second?.confidence ?? 0) > (first?.confidence ?? 0);
  return (isSecondSurer ? second : first)?.reasoning ?? '';
}
