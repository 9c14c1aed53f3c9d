import type { AdminKey, AdminKeySettings } from '../generated/admin-answers.ts';
import { creditsFromMicroCredits } from '../billing/amounts.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { plainNumber } from '../text/plain-json.ts';
import type { BudgetChanges, BudgetStatus } from '../ledger/budgets/budget.ts';

/** The credits that may be spent in a day and a month, and those that are left; null for no budget. */
export type BudgetStatusFields = Pick<
  AdminKey,
  'budgetDay' | 'budgetDayLeft' | 'budgetMonth' | 'budgetMonthLeft'
>;

type BudgetFields = Pick<AdminKeySettings, 'budgetDay' | 'budgetMonth'>;

/** @param status of an account or a key. */
export function describeBudgetStatus({ budgets, budgetsLeft }: BudgetStatus): BudgetStatusFields {
  return {
    budgetDay: creditsOrNone(budgets.day),
    budgetDayLeft: creditsOrNone(budgetsLeft.day),
    budgetMonth: creditsOrNone(budgets.month),
    budgetMonthLeft: creditsOrNone(budgetsLeft.month),
  };
}

/** Only the budgets that were set. */
export function describeChanges({ day, month }: BudgetChanges = {}): BudgetFields {
  return {
    ...(day !== undefined && { budgetDay: creditsOrNone(day) }),
    ...(month !== undefined && { budgetMonth: creditsOrNone(month) }),
  };
}

/** A budget of a day above that of the month limits nothing, so one of them is a mistake. @throws LedgerError `invalid`. */
export function checkBudgetOrder({ day, month }: BudgetChanges): void {
  if (typeof day !== 'number' || typeof month !== 'number' || day <= month) return;
  const [perDay, perMonth] = [day, month].map((budget) => plainNumber(creditsFromMicroCredits(budget)));
  throw new LedgerError(
    'invalid',
    `The budget of a day, ${perDay} credits, is more than the budget of a month, ${perMonth}: lower the one or raise the other.`,
  );
}

function creditsOrNone(microCredits: number | null): number | null {
  return microCredits === null ? null : creditsFromMicroCredits(microCredits);
}
