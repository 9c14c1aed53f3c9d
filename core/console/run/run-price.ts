import type { PromptResponse } from '../../generated/prompt-response.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { formatAlike, formatFigure } from '../../client/figures.ts';
import type { Currency } from './currency.ts';
import type { RunFacts } from './run-parts.ts';

/** The price of a run beside the expected and the reserved one, in one sentence without a full stop. */
export function runPrice(
  response: Pick<PromptResponse, 'results' | 'evaluations' | 'creditsUsed'>,
  {
    creditsHeld,
    creditsExpected,
    currency,
  }: Pick<RunFacts, 'creditsHeld' | 'creditsExpected'> & { readonly currency: Currency },
): string {
  const { results, evaluations, creditsUsed } = response;
  if (currency === 'usd') {
    const answers = sumOf(results);
    const judging = sumOf(evaluations.flatMap(({ runs }) => runs));
    const [all, part] = formatAlike([answers + judging, judging, answers]);
    return `$${all} billed by the providers${judging === 0 ? '' : `, $${part} for judging`}`;
  }
  const spent = Math.max(0, judgingCredits(response));
  const [all, part] = formatAlike([creditsUsed, spent, Math.max(0, creditsUsed - spent)]);
  const judging = evaluations.length === 0 ? '' : `, ${part} for judging`;
  const before = [
    ...(creditsExpected === undefined ? [] : [`about ${formatFigure(creditsExpected)} expected`]),
    ...(creditsHeld === undefined ? [] : [`${formatFigure(creditsHeld)} reserved`]),
  ].join(' and ');
  return `${all} credits${judging}${before === '' ? '' : ` (${before})`}`;
}

function sumOf(costs: readonly { readonly providerCost: number }[]): number {
  return costs.reduce((sum, { providerCost }) => sum + providerCost, 0);
}
