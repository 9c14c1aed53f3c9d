import type { PromptResponse } from '../generated/prompt-response.ts';
import { CREDIT_PLACES, exactSum } from './exact-sum.ts';

/** Credits of a run that its judges cost. */
export function judgingCredits(response: Pick<PromptResponse, 'results' | 'creditsUsed'>): number {
  const { results, creditsUsed } = response;
  return exactSum([creditsUsed, ...results.map(({ credits = 0 }) => -credits)], CREDIT_PLACES);
}
