/** @import { Evaluation, PromptResponse } from '../../generated/prompt-response.ts' */

/**
 * @typedef {object} Standing
 * @property {number} index Place in the request's `models`; tells apart two entries with one ID.
 * @property {string} modelId
 * @property {number | null} winRate Mean of (1 + score) / 2 over opponents and judges, 0 to 1; null where nothing could be compared.
 * @property {number} place From 1; models with equal rates share one.
 * @property {number} wins
 * @property {number} ties
 * @property {number} losses
 */

/**
 * The models from best to worst; those without a comparison last, and equals in request order. Pure.
 * @param {Pick<PromptResponse, 'results' | 'evaluations'>} response
 * @returns {readonly Standing[]}
 */
export function rankByWinRate({ results, evaluations }) {
  const standings = results
    .map(({ modelId }, index) => standingOf(index, modelId, evaluations))
    .toSorted((one, other) => (other.winRate ?? -1) - (one.winRate ?? -1) || one.index - other.index);
  return standings.map((standing) => ({
    ...standing,
    place: 1 + standings.findIndex(({ winRate }) => winRate === standing.winRate),
  }));
}

/**
 * @param {number} index
 * @param {string} modelId
 * @param {readonly Evaluation[]} evaluations
 * @returns {Omit<Standing, 'place'>}
 */
function standingOf(index, modelId, evaluations) {
  const own = evaluations
    .map(({ a, b, score, winner }) => {
      if (score === null || winner === null) return undefined;
      if (a.index === index) return { share: (1 + score) / 2, won: winner === 'a', tied: winner === 'tie' };
      if (b.index === index) return { share: (1 - score) / 2, won: winner === 'b', tied: winner === 'tie' };
      return undefined;
    })
    .filter((compared) => compared !== undefined);
  const wins = own.filter(({ won }) => won).length;
  const ties = own.filter(({ tied }) => tied).length;
  const winRate = own.length === 0 ? null : own.reduce((sum, { share }) => sum + share, 0) / own.length;
  return { index, modelId, winRate, wins, ties, losses: own.length - wins - ties };
}
