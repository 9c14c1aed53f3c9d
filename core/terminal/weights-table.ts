import { weightReason, weightText } from '../client/weights.ts';
import type { PromptResponse } from '../generated/prompt-response.ts';
import type { Paint } from './paint.ts';
import { textTable } from './text-table.ts';

/** The weight of each judge in the ranking, and its source. Empty if all count alike. */
export function weightsTable(
  { weights = [], calibration }: Pick<PromptResponse, 'weights' | 'calibration'>,
  paint: Paint,
): string {
  if (weights.length === 0) return '';
  const rows = weights.map((judge) => [
    { text: judge.modelId, style: 'bold' } as const,
    { text: weightText(judge) },
    { text: weightReason(judge) },
  ]);
  const origin = calibration == null ? '' : ` (calibration ${calibration})`;
  return textTable(rows, { headings: ['judge', 'weight', `from${origin}`], right: [1], paint });
}
