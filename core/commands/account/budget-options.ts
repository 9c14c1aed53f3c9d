import { checkBudgetOrder } from '../../administration/budgets.ts';
import { parseCredits } from '../../billing/amounts.ts';
import type { BudgetChanges } from '../../ledger/budgets/budget.ts';
import type { CommandArguments } from '../command-table.ts';
import { readArgument } from '../read-argument.ts';
import { omitUndefined } from '../../client/omit-undefined.ts';

/** The values of `--budget-day` and `--budget-month`; undefined without both. @throws ArgumentError */
export function budgetsOf(args: CommandArguments): BudgetChanges | undefined {
  const budgets = omitUndefined({ day: budgetOf(args, 'budget-day'), month: budgetOf(args, 'budget-month') });
  if (Object.keys(budgets).length === 0) return undefined;
  readArgument(
    () => checkBudgetOrder(budgets),
    (reason) => `--budget-day and --budget-month: ${reason}`,
  );
  return budgets;
}

function budgetOf(args: CommandArguments, option: 'budget-day' | 'budget-month'): number | null | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  return readArgument(
    () => parseCredits(text),
    (reason) => `--${option} takes credits, or none to lift the budget. ${reason}`,
  );
}
