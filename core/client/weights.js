/** @import { JudgeWeight } from '../generated/prompt-response.ts' */

/**
 * How much a judge counts.
 * @param {Pick<JudgeWeight, 'weight'>} judge
 * @returns {string}
 */
export function weightText({ weight }) {
  return weight === 0 ? 'no say' : weight.toFixed(2);
}

/**
 * What a judge's weight comes from.
 * @param {Pick<JudgeWeight, 'from' | 'pairs' | 'weight'>} judge
 * @returns {string}
 */
export function weightReason({ from, pairs, weight }) {
  if (from === 'none') return 'nothing known';
  const counted = from === 'labels' ? `verdicts on ${pairs} labelled pairs` : `order flips on ${pairs} pairs`;
  return weight === 0 ? `${counted}: no better than chance` : counted;
}
