import type { PromptResponse } from '../../generated/prompt-response.ts';
import { judgingCredits } from '../../board/judging-credits.ts';
import { formatFigure, formatUsd } from '../../client/figures.ts';
import type { Currency } from './currency.ts';

/** What a run cost against what was expected and reserved, in one sentence without a full stop. */
export function runPrice(
  response: Pick<PromptResponse, 'results' | 'evaluations' | 'creditsUsed'>,
  {
    held,
    expected,
    currency,
  }: {
    /** Credits, as `expected`. */
    readonly held: number | undefined;
    readonly expected: number | undefined;
    readonly currency: Currency;
  },
): string {
  const { results, evaluations, creditsUsed } = response;
  if (currency === 'usd') {
    const answers = results.reduce((sum, { providerCost }) => sum + providerCost, 0);
    const judging = evaluations
      .flatMap(({ runs }) => runs)
      .reduce((sum, { providerCost }) => sum + providerCost, 0);
    return `${formatUsd(answers + judging)} billed by the providers${judging === 0 ? '' : `, ${formatUsd(judging)} for judging`}`;
  }
  const judging =
    evaluations.length === 0 ? '' : `, ${formatFigure(Math.max(0, judgingCredits(response)))} for judging`;
  const before = [
    ...(expected === undefined ? [] : [`about ${formatFigure(expected)} expected`]),
    ...(held === undefined ? [] : [`${formatFigure(held)} reserved`]),
  ].join(' and ');
  return `${formatFigure(creditsUsed)} credits${judging}${before === '' ? '' : ` (${before})`}`;
}
