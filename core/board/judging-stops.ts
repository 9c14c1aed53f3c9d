import type { PromptResponse } from '../generated/prompt-response.ts';

/** How judging ended where it stopped once the leader was sure. */
export interface JudgingStops {
  /** That were judged so. */
  readonly prompts: number;
  /** Of them, those whose leader is as sure as was wanted. */
  readonly sure: number;
  /** Judge runs that were made. */
  readonly runs: number;
  /** Judge runs that there would have been otherwise. */
  readonly ofRuns: number;
  /** Nothing was known of a judge. */
  readonly isUncalibrated: boolean;
  /** Why no leader can be as sure as was wanted; null if one can. */
  readonly outOfReach: string | null;
}

/** @returns null where every pair was judged. */
export function judgingStops(responses: readonly PromptResponse[]): JudgingStops | null {
  const stopped = responses.flatMap(({ judging }) => judging ?? []);
  if (stopped.length === 0) return null;
  const warnings = responses.flatMap(({ warnings: told = [] }) => told);
  return {
    prompts: stopped.length,
    sure: stopped.filter(({ stopped: why }) => why === 'sure').length,
    runs: stopped.reduce((sum, { asked }) => sum + asked, 0),
    ofRuns: stopped.reduce((sum, { of }) => sum + of, 0),
    isUncalibrated: warnings.some(({ code }) => code === 'judge_until_uncalibrated'),
    outOfReach: warnings.find(({ code }) => code === 'judge_until_out_of_reach')?.message ?? null,
  };
}
