import type { JudgeWeight } from '../generated/prompt-response.ts';

/** A judge's weight. */
export function weightText({ weight }: Pick<JudgeWeight, 'weight'>): string {
  return weight === 0 ? 'no say' : weight.toFixed(2);
}

/** The evidence for a judge's weight. */
export function weightReason(judge: Pick<JudgeWeight, 'from' | 'pairs' | 'weight'>): string {
  const { from, pairs, weight } = judge;
  if (from === 'none') return 'nothing known';
  const counted = from === 'labels' ? `verdicts on ${pairs} labelled pairs` : `order flips on ${pairs} pairs`;
  return weight === 0 ? `${counted}: no better than chance` : counted;
}
