import type { PromptResponse } from '../generated/prompt-response.ts';

/** How the gateway weighed the judges of a run. */
export interface Weighting {
  /** Answers whose judges did not count alike. */
  readonly prompts: number;
  /** Where their weights come from, each once; null for each judge's order flips. */
  readonly calibrations: readonly (string | null)[];
}

export function weightingOf(responses: readonly PromptResponse[]): Weighting {
  const weighted = responses.filter(({ weights }) => weights !== undefined);
  const names = weighted.map(({ calibration }) => (typeof calibration === 'string' ? calibration : null));
  return { prompts: weighted.length, calibrations: [...new Set(names)] };
}
