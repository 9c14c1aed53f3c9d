import { readInteger, readOptionalInteger, readText, type Row } from '../ledger-row.ts';
import { bindingBudgets } from './key-line-sql.ts';
import { endOfPeriod, type Budget, type BudgetPeriod } from './budget.ts';

/** Every budget that binds a key's requests: the account's first. */
export function budgetsSql(parameter: (position: number) => string): string {
  return `SELECT key_id, period, amount, starts_ms, ends_ms, charged, held FROM budget
    WHERE ${bindingBudgets(parameter(1), parameter(2))} ORDER BY key_id IS NOT NULL, period`;
}

/** @param row of `budget`. @param atMs now: charges of a period that has ended are none of this one. */
export function readBudget(row: Row, atMs: number): Budget {
  const period = readPeriod(row);
  const endsMs = readInteger(row, 'ends_ms');
  const isOver = atMs >= endsMs;
  return {
    scope: readOptionalInteger(row, 'key_id') === null ? 'account' : 'key',
    period,
    limitMicroCredits: readInteger(row, 'amount'),
    spentMicroCredits: isOver ? 0 : readInteger(row, 'charged'),
    heldMicroCredits: readInteger(row, 'held'),
    resetsAtMs: isOver ? endOfPeriod(period, atMs) : endsMs,
  };
}

/** @param row of a budget or an alert of one. */
export function readPeriod(row: Row): BudgetPeriod {
  return readText(row, 'period') === 'day' ? 'day' : 'month';
}
