/** @import { PromptResponse } from '../generated/prompt-response.ts' */

/**
 * How the gateway weighed the judges of a run.
 * @typedef {object} Weighting
 * @property {number} prompts Answers whose judges did not count alike.
 * @property {readonly (string | null)[]} calibrations Where their weights come from, each once; null for each judge's order flips.
 */

/**
 * @param {readonly PromptResponse[]} responses
 * @returns {Weighting}
 */
export function weightingOf(responses) {
  const weighted = responses.filter(({ weights }) => weights !== undefined);
  const names = weighted.map(({ calibration }) => (typeof calibration === 'string' ? calibration : null));
  return { prompts: weighted.length, calibrations: [...new Set(names)] };
}
