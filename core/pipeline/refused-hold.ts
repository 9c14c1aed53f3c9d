import { balanceFromMicroCredits, creditsFromMicroCredits } from '../billing/amounts.ts';
import { sumCosts } from '../billing/quote.ts';
import { GatewayError } from '../errors.ts';
import { describeBudget, leftOf, type Budget } from '../ledger/budgets/budget.ts';
import type { HoldResult } from '../ledger/ledger.ts';
import type { PromptPlan } from './plan-prompt.ts';
import { estimateCredits } from './quote-prompt.ts';
import type { RequestContext } from './request-context.ts';

/** The error for a request whose hold does not fit in a budget or the balance. */
export function refusedHold(
  refused: Extract<HoldResult, { readonly outcome: 'over_budget' | 'insufficient' }>,
  plan: PromptPlan,
  context: RequestContext,
): GatewayError {
  const { microCredits } = plan.hold;
  const waysToReduce = waysToHoldLess(plan, context.prompt.isOfPanel === true);
  if (refused.outcome === 'over_budget') {
    const { scope, period } = refused.budget;
    context.services.metrics.budgetRefusals.inc({ scope, period });
    return budgetExhausted(refused.budget, microCredits, waysToReduce);
  }
  const { availableMicroCredits, owedMicroCredits } = refused;
  const owed = creditsFromMicroCredits(owedMicroCredits);
  const { creditsRequired, creditsExpected, creditsAtMost } = estimateCredits(plan, context);
  return new GatewayError('insufficient-balance', {
    detail:
      owedMicroCredits > 0
        ? `The account owes ${owed} credits: earlier requests cost more than was held for them. Top up by that and what has to be held for this request.`
        : `The free balance is below what has to be held for this request. Top up, or ${waysToReduce}.`,
    members: {
      estimatedCreditsRequired: creditsRequired,
      creditsExpected,
      creditsAtMost,
      creditsAvailable: balanceFromMicroCredits(availableMicroCredits),
      creditsOwed: owed,
    },
  });
}

/**
 * The error for a request whose hold does not fit in a budget. It has a time to retry only if waiting helps and the time is
 * known. Other requests may end and free the budget at any moment, and a budget smaller than the hold never suffices.
 */
function budgetExhausted(budget: Budget, holdMicroCredits: number, waysToReduce: string): GatewayError {
  const { scope, period, limitMicroCredits, spentMicroCredits, resetsAtMs } = budget;
  const name = `${period === 'day' ? 'today’s' : 'this month’s'} budget of the ${scope}`;
  const needed = `The request needs ${creditsFromMicroCredits(holdMicroCredits)} credits, and ${name} has ${creditsFromMicroCredits(leftOf(budget))} of ${creditsFromMicroCredits(limitMicroCredits)} left.`;
  const opensAt = new Date(resetsAtMs).toISOString();
  const isTooLarge = holdMicroCredits > limitMicroCredits;
  const fitsOnceOthersEnd = holdMicroCredits <= limitMicroCredits - spentMicroCredits;
  const advice = isTooLarge
    ? limitMicroCredits === 0
      ? 'Nothing may be spent in it. Ask the operator of this gateway to raise it.'
      : `That is more than the whole budget, so waiting does not help. Ask the operator of this gateway to raise it, or ${waysToReduce}.`
    : fitsOnceOthersEnd
      ? `Wait for open requests to end, whose holds count in it, or ${waysToReduce}.`
      : `It opens again at ${opensAt}. Retry then, ask the operator of this gateway to raise it, or ${waysToReduce}.`;
  const seconds = Math.max(1, Math.ceil((resetsAtMs - Date.now()) / 1_000));
  return new GatewayError('budget-exhausted', {
    detail: `${needed} ${advice}`,
    members: {
      budget: describeBudget(budget),
      creditsRequired: creditsFromMicroCredits(holdMicroCredits),
    },
    ...(!isTooLarge && !fitsOnceOthersEnd && { headers: { 'Retry-After': String(seconds) } }),
  });
}

/** Advice on how to make this request's hold smaller, as the end of a sentence. It says which part is the largest. */
function waysToHoldLess({ hold, pairs, givenAnswers }: PromptPlan, isOfPanel: boolean): string {
  if (isOfPanel) return 'lower maxTokens, shorten the prompt, or ask another model';
  const [ofModels, ofJudges] = [sumCosts(hold.models), sumCosts(hold.judges)];
  if ((hold.writer?.costMicroCredits ?? 0) > Math.max(ofModels, ofJudges))
    return givenAnswers === undefined
      ? 'name a cheaper model in fuse or leave it out, lower maxTokens, or shorten the prompt: most of it is for fuse'
      : 'name a cheaper model in fuse or leave it out, or shorten the answers: most of it is for fuse';
  if (ofJudges <= ofModels)
    return hold.models.length < 2
      ? 'lower maxTokens, or shorten the prompt'
      : 'send fewer models, lower maxTokens, or shorten the prompt: most of it is for the models';
  const [answers, remedy] =
    givenAnswers === undefined
      ? ['models', 'send fewer judges or none, or shorten the prompt']
      : ['answers', 'send fewer or other judges, or shorten the answers'];
  const fewerPairs = hold.writer === undefined ? 'name fewer pairs in judge_pairs' : 'leave out fuse';
  return pairs.length > 1
    ? `send fewer judges or ${answers}, or ${fewerPairs}: most of it is for the judges`
    : `${remedy}: most of it is for the judges`;
}
