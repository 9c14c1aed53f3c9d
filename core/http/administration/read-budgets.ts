import { checkBudgetOrder } from '../../administration/budgets.ts';
import { microCreditsFromCredits } from '../../billing/amounts.ts';
import type { BudgetChanges } from '../../ledger/budgets/budget.ts';
import { readField } from './admin-request.ts';

interface BudgetFields {
  readonly budgetDay?: number | null | undefined;
  readonly budgetMonth?: number | null | undefined;
}

/** Reads budgets in credits. Null removes a budget, and an absent one is not changed. @throws GatewayError 400 */
export function readBudgets({ budgetDay, budgetMonth }: BudgetFields): BudgetChanges {
  const budgets = {
    ...(budgetDay !== undefined && { day: read('/budgetDay', budgetDay) }),
    ...(budgetMonth !== undefined && { month: read('/budgetMonth', budgetMonth) }),
  };
  readField('/budgetDay', () => checkBudgetOrder(budgets));
  return budgets;
}

/** The field to name if a change of budgets conflicts with the present budgets. */
export function pointerOfBudgets({ day }: BudgetChanges): string {
  return day === undefined ? '/budgetMonth' : '/budgetDay';
}

function read(pointer: string, credits: number | null): number | null {
  return credits === null ? null : readField(pointer, () => microCreditsFromCredits(credits));
}
