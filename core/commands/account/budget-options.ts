import { ArgumentError } from '../../argument-error.ts';
import { parseCredits } from '../../billing/amounts.ts';
import type { BudgetChanges } from '../../ledger/budgets/budget.ts';
import type { CommandArguments } from '../command.ts';

export const BUDGET_OPTIONS = ['budget-day', 'budget-month'] as const;

/** What `--budget-day` and `--budget-month` set; undefined where neither is given. @throws ArgumentError */
export function budgetsOf(args: CommandArguments): BudgetChanges | undefined {
  const day = budgetOf(args, 'budget-day');
  const month = budgetOf(args, 'budget-month');
  if (day === undefined && month === undefined) return undefined;
  return { ...(day !== undefined && { day }), ...(month !== undefined && { month }) };
}

function budgetOf(
  args: CommandArguments,
  option: (typeof BUDGET_OPTIONS)[number],
): number | null | undefined {
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
