import type { PromptResponse } from '../../generated/prompt-response.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { formatAlike, formatFigure } from '../../client/figures.ts';
import type { Currency } from './currency.ts';
import type { RunFacts } from './run-parts.ts';

/** What a run cost against what was expected and reserved, in one sentence without a full stop. */
export function runPrice(
  response: Pick<PromptResponse, 'results' | 'evaluations' | 'creditsUsed'>,
  { held, expected, currency }: Pick<RunFacts, 'held' | 'expected'> & { readonly currency: Currency },
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
    ...(expected === undefined ? [] : [`about ${formatFigure(expected)} expected`]),
    ...(held === undefined ? [] : [`${formatFigure(held)} reserved`]),
  ].join(' and ');
  return `${all} credits${judging}${before === '' ? '' : ` (${before})`}`;
}

function sumOf(costs: readonly { readonly providerCost: number }[]): number {
  return costs.reduce((sum, { providerCost }) => sum + providerCost, 0);
}
