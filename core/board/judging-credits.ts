import type { PromptResponse } from '../generated/prompt-response.ts';
import { CREDIT_PLACES, exactSum } from './exact-sum.ts';

/** What of a run's credits its judges took. */
export function judgingCredits(response: Pick<PromptResponse, 'results' | 'creditsUsed'>): number {
  const { results, creditsUsed } = response;
  return exactSum([creditsUsed, ...results.map(({ credits = 0 }) => -credits)], CREDIT_PLACES);
}
