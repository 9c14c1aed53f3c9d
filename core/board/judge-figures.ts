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
    const own = responses.flatMap(({ evaluations }) =>
      evaluations.filter(({ judge }) => judge.index === place),
    );
    const asked = own.filter(({ runs }) => runs.length > 0);
    const judged = asked.filter(({ status }) => status === 'completed');
    return {
      modelId,
      asked: asked.length,
      judged: judged.length,
      flips: judged.filter(({ agreement }) => agreement === 'contradictory').length,
      withoutVerdict: asked.length - judged.length,
      selfJudged: asked.filter(({ selfJudged }) => selfJudged).length,
      costUsd: exactSum(
        asked.flatMap(({ runs }) => runs.map(({ providerCost }) => providerCost)),
        USD_PLACES,
      ),
    };
  });
}
