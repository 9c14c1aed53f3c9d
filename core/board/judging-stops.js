/** @import { PromptResponse } from '../generated/prompt-response.ts' */

/**
 * How judging ended where it stopped once the leader was sure.
 * @typedef {object} JudgingStops
 * @property {number} prompts That were judged so.
 * @property {number} sure Of them, those whose leader is as sure as was wanted.
 * @property {number} runs Judge runs that were made.
 * @property {number} ofRuns Judge runs that there would have been otherwise.
 * @property {boolean} isUncalibrated Nothing was known of a judge.
 */

/**
 * @param {readonly PromptResponse[]} responses
 * @returns {JudgingStops | null} Null where every pair was judged.
 */
export function judgingStops(responses) {
  const stopped = responses.flatMap(({ judging }) => judging ?? []);
  if (stopped.length === 0) return null;
  return {
    prompts: stopped.length,
    sure: stopped.filter(({ stopped: why }) => why === 'sure').length,
    runs: stopped.reduce((sum, { asked }) => sum + asked, 0),
    ofRuns: stopped.reduce((sum, { of }) => sum + of, 0),
    isUncalibrated: responses.some(({ warnings = [] }) =>
      warnings.some(({ code }) => code === 'judge_until_uncalibrated'),
    ),
  };
}
