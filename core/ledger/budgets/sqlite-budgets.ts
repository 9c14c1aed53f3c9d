import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readInteger } from '../ledger-row.ts';
import { BUDGET_PERIODS, type Budget, type BudgetChanges } from './budget.ts';
import { budgetsSql, readBudget } from './budget-sql.ts';
import { countsInBudget } from './key-line-sql.ts';
import { writeAlerts } from './sqlite-alerts.ts';
import { moveToPeriod } from './sqlite-periods.ts';

/** An account, or one of its keys; to set budgets, the first of its line. */
export interface BudgetScope {
  readonly accountId: number;
  readonly keyId: number | null;
}

/** Budgets as an operator sets them and as holds and charges keep within them. The database's triggers count. */
export class SqliteBudgets {
  readonly #binding: StatementSync;
  readonly #move: StatementSync;
  readonly #change: StatementSync;
  readonly #open: StatementSync;
  readonly #lift: StatementSync;
  readonly #alert: StatementSync;

  constructor(database: DatabaseSync) {
    this.#binding = database.prepare(budgetsSql((position) => `?${position}`));
    this.#move = database.prepare(moveToPeriod('?1', 'CAST(?2 AS INTEGER)'));
    const ofScope = 'account_id = ?1 AND key_id IS ?2 AND period = ?3';
    this.#change = database.prepare(`UPDATE budget SET amount = ?4 WHERE ${ofScope}`);
    // Of no period yet: its charges are counted as it is moved to the present one.
    this.#open = database.prepare(
      `INSERT INTO budget (account_id, key_id, period, amount, starts_ms, ends_ms, charged, held)
       SELECT ?1, ?2, ?3, ?4, 0, 1, 0, coalesce(sum(hold), 0) FROM request
       WHERE account_id = ?1 AND state = 'reserved' AND ${countsInBudget('key_id', '?2')}`,
    );
    this.#lift = database.prepare(`DELETE FROM budget WHERE ${ofScope}`);
    this.#alert = database.prepare(writeAlerts('?1', 'CAST(?2 AS INTEGER)'));
  }

  set({ accountId, keyId }: BudgetScope, changes: BudgetChanges, nowMs: number): void {
    // Before another amount could be compared with what was charged in a period that is over.
    this.#move.run(accountId, nowMs);
    for (const period of BUDGET_PERIODS) {
      const amount = changes[period];
      if (amount === undefined) continue;
      if (amount === null) this.#lift.run(accountId, keyId, period);
      else if (this.#change.run(accountId, keyId, period, amount).changes === 0)
        this.#open.run(accountId, keyId, period, amount);
    }
    this.#move.run(accountId, nowMs);
    this.#alert.run(accountId, nowMs);
  }

  /** The budgets that bind the requests of a key, as they stand now. */
  binding({ accountId, keyId }: BudgetScope, nowMs: number): readonly Budget[] {
    let rows = this.#binding.all(accountId, keyId);
    if (rows.some((row) => nowMs < readInteger(row, 'starts_ms') || nowMs >= readInteger(row, 'ends_ms'))) {
      this.#move.run(accountId, nowMs);
      rows = this.#binding.all(accountId, keyId);
    }
    return rows.map((row) => readBudget(row, nowMs));
  }
}
