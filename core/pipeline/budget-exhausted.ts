import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { GatewayError } from '../errors.ts';
import { leftOf, type Budget } from '../ledger/budgets/budget.ts';
import { describeBudget } from '../ledger/budgets/describe-budget.ts';

/**
 * The answer to a request whose hold does not fit in a budget. It says when to retry only where time alone helps: a budget
 * in which the request fits once others have ended may open at any moment, and one that is smaller than the hold never does.
 * @param cure what would make the hold smaller, as the end of a sentence.
 */
export function budgetExhausted(
  budget: Budget,
  holdMicroCredits: number,
  { cure }: { readonly cure: string },
  nowMs: number,
): GatewayError {
  const { scope, period, limitMicroCredits, spentMicroCredits, resetsAtMs } = budget;
  const name = `the ${scope}’s budget of this ${period}`;
  const needed = `The request needs ${creditsFromMicroCredits(holdMicroCredits)} credits, and ${name} has ${creditsFromMicroCredits(leftOf(budget))} of ${creditsFromMicroCredits(limitMicroCredits)} left.`;
  const opensAt = new Date(resetsAtMs).toISOString();
  const isTooLarge = holdMicroCredits > limitMicroCredits;
  const fitsOnceOthersEnd = holdMicroCredits <= limitMicroCredits - spentMicroCredits;
  const advice = isTooLarge
    ? limitMicroCredits === 0
      ? 'Nothing may be spent in it. Ask the operator of this gateway to raise it.'
      : `That is more than the whole budget, which opens again at ${opensAt}. Ask the operator of this gateway to raise it, or ${cure}.`
    : fitsOnceOthersEnd
      ? `Wait for open requests to end, whose holds count in it, or ${cure}.`
      : `It opens again at ${opensAt}. Retry then, ask the operator of this gateway to raise it, or ${cure}.`;
  const seconds = Math.max(1, Math.ceil((resetsAtMs - nowMs) / 1_000));
  return new GatewayError('budget-exhausted', {
    detail: `${needed} ${advice}`,
    members: {
      budget: describeBudget(budget),
      creditsRequired: creditsFromMicroCredits(holdMicroCredits),
    },
    ...(!isTooLarge && !fitsOnceOthersEnd && { headers: { 'Retry-After': String(seconds) } }),
  });
}
