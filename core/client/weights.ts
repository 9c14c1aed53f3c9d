import type { JudgeWeight } from '../generated/prompt-response.ts';

/** How much a judge counts. */
export function weightText({ weight }: Pick<JudgeWeight, 'weight'>): string {
  return weight === 0 ? 'no say' : weight.toFixed(2);
}

/** What a judge's weight comes from. */
export function weightReason(judge: Pick<JudgeWeight, 'from' | 'pairs' | 'weight'>): string {
  const { from, pairs, weight } = judge;
  if (from === 'none') return 'nothing known';
  const counted = from === 'labels' ? `verdicts on ${pairs} labelled pairs` : `order flips on ${pairs} pairs`;
  return weight === 0 ? `${counted}: no better than chance` : counted;
}
