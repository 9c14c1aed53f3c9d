import type { JudgeWeight, PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

/** How much each judge counted in the ranking, and why. Empty where all counted alike. */
export function weightsTable(
  { weights = [], calibration }: Pick<PromptResponse, 'weights' | 'calibration'>,
  paint: Paint,
): string {
  if (weights.length === 0) return '';
  const rows = weights.map((judge) => [
    { text: judge.modelId, style: 'bold' } as const,
    { text: judge.weight === 0 ? 'no say' : judge.weight.toFixed(2) },
    { text: reasonOf(judge) },
  ]);
  const origin = calibration == null ? '' : ` (calibration ${calibration})`;
  return textTable(rows, { headings: ['judge', 'weight', `from${origin}`], right: [1], paint });
}

function reasonOf({ from, pairs, weight }: JudgeWeight): string {
  if (from === 'none') return 'nothing known';
  const counted = `${from === 'labels' ? 'verdicts' : 'order flips'} on ${pairs} ${from === 'labels' ? 'labelled ' : ''}pairs`;
  return weight === 0 ? `${counted}: no better than chance` : counted;
}
