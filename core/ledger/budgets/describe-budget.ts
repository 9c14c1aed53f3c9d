import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import { leftOf, type Budget } from './budget.ts';

/** A budget as callers see it, in credits. */
export interface ShownBudget {
  readonly scope: Budget['scope'];
  readonly period: Budget['period'];
  readonly limit: number;
  readonly spent: number;
  readonly held: number;
  readonly remaining: number;
  /** ISO 8601, UTC. */
  readonly resetsAt: string;
}

export function describeBudget(budget: Budget): ShownBudget {
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
