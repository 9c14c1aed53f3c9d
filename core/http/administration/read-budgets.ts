import { checkBudgetOrder } from '../../administration/budgets.ts';
import { microCreditsFromCredits } from '../../billing/amounts.ts';
import type { BudgetChanges } from '../../ledger/budgets/budget.ts';
import { readField } from './admin-request.ts';

interface BudgetFields {
  readonly budgetDay?: number | null | undefined;
  readonly budgetMonth?: number | null | undefined;
}

/** Budgets in credits; null lifts one, and what is not named stays. @throws GatewayError 400 */
export function readBudgets({ budgetDay, budgetMonth }: BudgetFields): BudgetChanges {
  const budgets = {
    ...(budgetDay !== undefined && { day: read('/budgetDay', budgetDay) }),
    ...(budgetMonth !== undefined && { month: read('/budgetMonth', budgetMonth) }),
  };
  readField('/budgetDay', () => checkBudgetOrder(budgets));
  return budgets;
}

/** The field that a change of budgets names, for what is wrong beside those that are set already. */
export function pointerOfBudgets({ day }: BudgetChanges): string {
  return day === undefined ? '/budgetMonth' : '/budgetDay';
}

function read(pointer: string, credits: number | null): number | null {
  return credits === null ? null : readField(pointer, () => microCreditsFromCredits(credits));
}
