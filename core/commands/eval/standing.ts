import { ArgumentError } from '../../argument-error.ts';
import type { Board } from '../../console/board/board.js';
import { MIN_PROMPTS } from '../../console/board/ratings.js';
import { listed } from '../../console/report/board-words.js';

/** How the models of a run stand to one of them. */
export interface Standing {
  /** Models that are decisively worse. */
  readonly worse: readonly string[];
  /** Models that too few prompts compare with it, which is no pass. */
  readonly undecided: readonly string[];
}

/** @throws ArgumentError if the run does not have the model. */
export function standingTo(bar: string, { models, differences, pairs }: Board): Standing {
  if (models.every(({ modelId }) => modelId !== bar))
    throw new ArgumentError(
      `--fail-if-worse-than takes a model of the run: ${listed(models.map(({ modelId }) => modelId))}`,
    );
  const compared = new Set(
    pairs
      .filter(({ judgedPrompts }) => judgedPrompts >= MIN_PROMPTS)
      .flatMap(({ better, worse }) => (better === bar ? [worse] : worse === bar ? [better] : [])),
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
