import { creditsFromMicroCredits } from '../billing/amounts.ts';
import type { BudgetChanges, BudgetLimits } from '../ledger/budgets/budget.ts';

/** Credits that may be spent in a day and a month; null for no budget. */
export interface ShownBudgets {
  readonly budgetDay: number | null;
  readonly budgetMonth: number | null;
}

export function describeLimits({ day, month }: BudgetLimits): ShownBudgets {
  return { budgetDay: creditsOrNone(day), budgetMonth: creditsOrNone(month) };
}

/** Only what was set. */
export function describeChanges({ day, month }: BudgetChanges = {}): Partial<ShownBudgets> {
  return {
    ...(day !== undefined && { budgetDay: creditsOrNone(day) }),
    ...(month !== undefined && { budgetMonth: creditsOrNone(month) }),
  };
}

function creditsOrNone(microCredits: number | null): number | null {
  return microCredits === null ? null : creditsFromMicroCredits(microCredits);
}
