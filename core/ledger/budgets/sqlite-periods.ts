import { countsInBudget } from './key-line-sql.ts';

const startOf = (at: string): string => `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period) * 1000`;
const endOf = (at: string): string =>
  `unixepoch(${at} / 1000, 'unixepoch', 'start of ' || period, '+1 ' || period) * 1000`;

/**
 * Moves budgets of another period to that of this moment and counts again what was charged in it; after midnight that is
 * nothing yet.
 * @param account how the statement names the account, and @param at the moment, an integer of Unix milliseconds.
 */
export function moveToPeriod(account: string, at: string): string {
  return `UPDATE budget SET starts_ms = ${startOf(at)}, ends_ms = ${endOf(at)}, charged = (
      SELECT coalesce(sum(r.charge), 0) FROM request r
      WHERE r.account_id = budget.account_id AND ${countsInBudget('r.key_id', 'budget.key_id')}
        AND r.finished_ms >= ${startOf(at)} AND r.finished_ms < ${endOf(at)})
    WHERE account_id = ${account} AND NOT (starts_ms <= ${at} AND ${at} < ends_ms)`;
}
