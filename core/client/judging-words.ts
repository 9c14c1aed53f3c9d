import type { PromptResponse } from '../generated/prompt-response.ts';
import { formatShare } from './figures.ts';

const STOP_REASONS = {
  sure: 'sure enough',
  exhausted: 'further questions would hardly change that',
  deadline: 'time was up',
};

/**
 * How far judging went before it stopped, in one sentence without a full stop. Empty if every pair was judged.
 */
export function judgingWords({ judging }: Pick<PromptResponse, 'judging'>): string {
  if (judging === undefined) return '';
  const { asked, of, leader, probability, stopped } = judging;
  const runs = `${asked} of ${of} judge runs`;
  if (leader === null || probability === null) return `${runs}; nobody leads`;
  return `${runs}; ${leader.modelId} is best with a probability of ${formatShare(probability)} (${STOP_REASONS[stopped]})`;
}
