import type { PromptResponse } from '../generated/prompt-response.ts';
import type { OrderFlipsOptions } from './order-flips.ts';
import { cutTo, onOneLine } from './printable-text.ts';

/** Both sides of every pair on which judges disagree, with their reasons. Empty where they agree. */
export function disputedPairs(
  { disagreement = [] }: Pick<PromptResponse, 'disagreement'>,
  { maxWidth, paint }: OrderFlipsOptions,
): string {
  return disagreement
    .map(({ a, b, judges }) => {
      const head = `${paint('yellow', '≠')} ${a.index + 1} ${a.modelId} and ${b.index + 1} ${b.modelId}\n`;
      const sides = judges.map(({ judge, winner, reasoning }) => {
        const won = (winner === 'a' ? a : b).index + 1;
        return `${cutTo(`    ${judge.modelId}: ${won} wins. ${onOneLine(reasoning)}`, maxWidth)}\n`;
      });
      return head + sides.join('');
    })
    .join('');
}
