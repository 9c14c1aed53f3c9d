import type { PromptResponse } from '../generated/prompt-response.ts';

/** How the gateway weighted the judges of a run. */
export interface Weighting {
  /** Prompts whose judges had different weights. */
  readonly prompts: number;
  /** Distinct sources of their weights; null for each judge's order flips. */
  readonly calibrations: readonly (string | null)[];
}

export function weightingOf(responses: readonly PromptResponse[]): Weighting {
  const weighted = responses.filter(({ weights }) => weights !== undefined);
  const names = weighted.map(({ calibration }) => (typeof calibration === 'string' ? calibration : null));
  return { prompts: weighted.length, calibrations: [...new Set(names)] };
}
