import type { PromptResponse } from '../generated/prompt-response.ts';
import { exactSum, USD_PLACES } from './exact-sum.ts';

/** Figures of one judge. */
export interface JudgeFigures {
  readonly modelId: string;
  /** Pairs it was asked about. */
  readonly asked: number;
  /** Pairs with a verdict in both orders. */
  readonly judged: number;
  /** Judged pairs on which the order changed its verdict. */
  readonly flips: number;
  /** Pairs of which a run failed or could not be read. */
  readonly withoutVerdict: number;
  /** Pairs in which its own model competed. */
  readonly selfJudged: number;
  readonly costUsd: number;
}

export function judgeFigures(
  responses: readonly PromptResponse[],
  judges: readonly string[],
): readonly JudgeFigures[] {
  return judges.map((modelId, place) => {
    const evaluations = responses.flatMap((response) =>
      response.evaluations.filter(({ judge, runs }) => judge.index === place && runs.length > 0),
    );
    const judged = evaluations.filter(({ status }) => status === 'completed');
    return {
      modelId,
      asked: evaluations.length,
      judged: judged.length,
      flips: judged.filter(({ agreement }) => agreement === 'contradictory').length,
      withoutVerdict: evaluations.length - judged.length,
      selfJudged: evaluations.filter(({ selfJudged }) => selfJudged).length,
      costUsd: exactSum(
        evaluations.flatMap(({ runs }) => runs.map(({ providerCost }) => providerCost)),
        USD_PLACES,
      ),
    };
  });
}
