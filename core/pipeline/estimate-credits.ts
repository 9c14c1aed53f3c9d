import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { holdFor } from './hold-for.ts';
import type { PromptPlan } from './plan-prompt.ts';
import type { PlanContext } from './plan/request-context.ts';

/** What a request comes to, in credits: in the mean, as it is held, and if everything is as dear as it can be. */
export interface CreditEstimates {
  readonly creditsExpected: number;
  readonly creditsRequired: number;
  readonly creditsAtMost: number;
}

/** In order: the hold is never below what is expected, and never above the most. */
export function estimateCredits(plan: PromptPlan, context: PlanContext): CreditEstimates {
  const required = plan.hold.microCredits;
  const expected = Math.min(required, holdFor(plan, 'expected', context).microCredits);
  return {
    creditsExpected: creditsFromMicroCredits(expected),
    creditsRequired: creditsFromMicroCredits(required),
    creditsAtMost: creditsFromMicroCredits(atMostFor(plan, context)),
  };
}

/** The most a request can cost, micro-credits; never below its hold. */
export function atMostFor(plan: PromptPlan, context: PlanContext): number {
  const { microCredits } = plan.hold;
  return plan.rule === 'worst'
    ? microCredits
    : Math.max(microCredits, holdFor(plan, 'worst', context).microCredits);
}
