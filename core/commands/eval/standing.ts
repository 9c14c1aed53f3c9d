import { ArgumentError } from '../../argument-error.ts';
import type { Board } from '../../board/board.ts';
import type { BoardDifference } from '../../board/board-figures.ts';
import { MIN_PROMPTS } from '../../board/ratings.ts';
import { formatRating, ratingRange } from '../../report/board-words.ts';
import { formatList } from '../../client/figures.ts';

/** How the models of a run compare with one of them. */
interface Standing {
  /** Models that are decisively worse. */
  readonly worse: readonly string[];
  /** Models that too few prompts compare with it, which is no pass. */
  readonly undecided: readonly string[];
}

/** @throws ArgumentError if the run does not have the model. */
export function standingTo(bar: string, { models, differences, pairs }: Board): Standing {
  if (models.every(({ modelId }) => modelId !== bar))
    throw new ArgumentError(
      `--fail-if-worse-than takes a model of the run: ${formatList(models.map(({ modelId }) => modelId))}.`,
    );
  const compared = new Set(
    pairs
      .filter(({ judgedPrompts }) => judgedPrompts >= MIN_PROMPTS)
      .flatMap(({ better, worse }) => othersThan(bar, [better, worse])),
  );
  return {
    worse: differences
      .filter(({ modelId, other, isDecisive }) => modelId === bar && isDecisive && compared.has(other))
      .map(({ other }) => other),
    undecided: models
      .map(({ modelId }) => modelId)
      .filter((modelId) => modelId !== bar && !compared.has(modelId)),
  };
}

/** The other of two models; none where neither is the one named. */
function othersThan(modelId: string, two: readonly [string, string]): readonly string[] {
  return two.includes(modelId) ? two.filter((one) => one !== modelId) : [];
}

/** How far one model leads another, for people; nothing if nothing compares the two. */
export function leadWords(one: string, other: string, differences: readonly BoardDifference[]): string {
  const difference = differences.find(
    (between) =>
      (between.modelId === one && between.other === other) ||
      (between.modelId === other && between.other === one),
  );
  if (difference === undefined) return '';
  const isLeader = difference.modelId === one;
  const points = isLeader ? difference.points : -difference.points;
  const { interval } = difference;
  const range = interval === null || isLeader ? interval : { low: -interval.high, high: -interval.low };
  return `${formatRating(points)} rating points${range === null ? '' : `, 95 % interval ${ratingRange(range)}`}`;
}
