import type { PromptResponse } from '../generated/prompt-response.ts';

/** Figures of judging that stops once a leader is sure. */
export interface JudgingStops {
  /** Prompts that were judged this way. */
  readonly prompts: number;
  /** Prompts whose leader became as sure as requested. */
  readonly sure: number;
  /** Judge runs that were made. */
  readonly runs: number;
  /** Judge runs that judging every pair would have taken. */
  readonly ofRuns: number;
  /** Whether a judge had no calibration. */
  readonly isUncalibrated: boolean;
  /** Why no leader can become as sure as requested; null if one can. */
  readonly outOfReach: string | null;
}

/** @returns null if every pair was judged. */
export function judgingStops(responses: readonly PromptResponse[]): JudgingStops | null {
  const judgings = responses.flatMap(({ judging }) => judging ?? []);
  if (judgings.length === 0) return null;
  const allWarnings = responses.flatMap(({ warnings = [] }) => warnings);
  return {
    prompts: judgings.length,
    sure: judgings.filter(({ stopped }) => stopped === 'sure').length,
    runs: judgings.reduce((sum, { asked }) => sum + asked, 0),
    ofRuns: judgings.reduce((sum, { of }) => sum + of, 0),
    isUncalibrated: allWarnings.some(({ code }) => code === 'judge_until_uncalibrated'),
    outOfReach: allWarnings.find(({ code }) => code === 'judge_until_out_of_reach')?.message ?? null,
  };
}
