/** @import { PromptResponse } from '../generated/prompt-response.ts' */
import { CREDIT_PLACES, exactSum } from './exact-sum.js';

/**
 * What of a run's credits its judges took.
 * @param {Pick<PromptResponse, 'results' | 'creditsUsed'>} response
 * @returns {number}
 */
export function judgingCredits({ results, creditsUsed }) {
  return exactSum([creditsUsed, ...results.map(({ credits = 0 }) => -credits)], CREDIT_PLACES);
}
