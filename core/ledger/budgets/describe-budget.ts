import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { Budget as BudgetAnswer } from '../../generated/balance-response.ts';
import { leftOf, type Budget } from './budget.ts';

/** A budget as callers see it, in credits. */
export function describeBudget(budget: Budget): BudgetAnswer {
  return {
    scope: budget.scope,
    period: budget.period,
    limit: creditsFromMicroCredits(budget.limitMicroCredits),
    spent: creditsFromMicroCredits(budget.spentMicroCredits),
    held: creditsFromMicroCredits(budget.heldMicroCredits),
    remaining: creditsFromMicroCredits(leftOf(budget)),
    resetsAt: new Date(budget.resetsAtMs).toISOString(),
  };
}
