import { ArgumentError } from '../../argument-error.ts';
import { checkBudgetOrder } from '../../administration/budgets.ts';
import { parseCredits } from '../../billing/amounts.ts';
import type { BudgetChanges } from '../../ledger/budgets/budget.ts';
import type { CommandArguments } from '../command-table.ts';
import { given } from '../../client/given.ts';

/** What `--budget-day` and `--budget-month` set; undefined where neither is given. @throws ArgumentError */
export function budgetsOf(args: CommandArguments): BudgetChanges | undefined {
  const budgets = given({ day: budgetOf(args, 'budget-day'), month: budgetOf(args, 'budget-month') });
  if (Object.keys(budgets).length === 0) return undefined;
  try {
    checkBudgetOrder(budgets);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw new ArgumentError(`--budget-day and --budget-month: ${reason}`, { cause });
  }
  return budgets;
}

function budgetOf(args: CommandArguments, option: 'budget-day' | 'budget-month'): number | null | undefined {
  const text = args.text(option);
  if (text === undefined) return undefined;
  if (text === 'none') return null;
  try {
    return parseCredits(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'It is no amount.';
    throw new ArgumentError(`--${option} takes credits, or none to lift the budget. ${reason}`, { cause });
  }
}
