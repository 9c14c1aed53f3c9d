import type { Evaluation, PromptResponse } from '../../generated/prompt-response.ts';
import { pairConsensus, pairMeans } from './pair-consensus.ts';
import { rankModels, type RankedEntry } from './rank-models.ts';
import type { WeighedJudges } from './weigh-judges.ts';

/** What all evaluations of a request come to. */
export type Comparison = Pick<
  PromptResponse,
  'ranking' | 'consensus' | 'weights' | 'calibration' | 'warnings'
>;

/** @param entries what was compared, in the order of the request. */
export function compareAll(
  entries: readonly RankedEntry[],
  evaluations: readonly Evaluation[],
  { weights, warnings }: WeighedJudges,
): Comparison {
  const means = pairMeans(
    evaluations,
    weights?.judges.map(({ weight }) => weight),
  );
  return {
    ranking: [...rankModels(entries, evaluations, weights && means)],
    consensus: pairConsensus(means),
    ...(weights !== undefined && {
      weights: weights.judges.map((judge, index) => ({ index, ...judge })),
      calibration: weights.calibration,
    }),
    ...(warnings.length > 0 && { warnings }),
  };
}
