/** @import { PromptResponse } from '../generated/prompt-response.ts' */
import { exactSum, USD_PLACES } from './exact-sum.js';

/**
 * How one judge judged.
 * @typedef {object} JudgeFigures
 * @property {string} modelId
 * @property {number} asked Pairs it was asked about.
 * @property {number} judged Of them, pairs with a verdict in both orders.
 * @property {number} flips Of the judged pairs, those where it changed its mind with the order.
 * @property {number} withoutVerdict Pairs where a run failed or could not be read.
 * @property {number} selfJudged Pairs in which its own model competed.
 * @property {number} costUsd
 */

/**
 * @param {readonly PromptResponse[]} responses
 * @param {readonly string[]} judges
 * @returns {readonly JudgeFigures[]}
 */
export function judgeFigures(responses, judges) {
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
