import {
  BUDGET_PERIODS,
  endOfPeriod,
  hasEnded,
  leftOf,
  type Budget,
  type BudgetFigures,
  type BudgetPeriod,
  type BudgetStatus,
} from '../budgets/budget.ts';
import type { LedgerState } from '../rules/ledger-state.ts';
import type { BudgetCount, BudgetToCount } from '../rules/loaded.ts';
import { type Database, type Dialect, read, readWord, type Row } from './database.ts';

export async function readBudgets(
  { query, nowMs }: Database,
  accountId: number,
  keyId: number,
): Promise<readonly Budget[]> {
  const rows = await query(
    `SELECT family_id, period, amount, ends_ms, charged, held, ${nowMs} AS now_ms FROM budget
      WHERE account_id = $1 AND (family_id = 0 OR family_id = (SELECT family_id FROM api_key WHERE id = $2))
      ORDER BY CASE WHEN family_id = 0 THEN 0 ELSE 1 END, period`,
    [accountId, keyId],
  );
  return rows.map((row) => readBudget(row));
}

/** @param row with `now_ms`. */
function readBudget(row: Row): Budget {
  const period = readPeriod(row);
  const nowMs = read(row, 'now_ms', 'integer');
  const endsMs = read(row, 'ends_ms', 'integer');
  return {
    scope: read(row, 'family_id', 'integer') === 0 ? 'account' : 'key',
    period,
    ...readFigures(row),
    resetsAtMs: hasEnded(endsMs, nowMs) ? endOfPeriod(period, nowMs) : endsMs,
  };
}

/** @param row with `now_ms`. @param prefix of the budget's columns. */
function readFigures(row: Row, prefix = ''): BudgetFigures {
  const isOver = hasEnded(read(row, `${prefix}ends_ms`, 'integer'), read(row, 'now_ms', 'integer'));
  return {
    limitMicroCredits: read(row, `${prefix}amount`, 'integer'),
    spentMicroCredits: isOver ? 0 : read(row, `${prefix}charged`, 'integer'),
    heldMicroCredits: read(row, `${prefix}held`, 'integer'),
  };
}

/** @param row of a budget or an alert of one. */
export function readPeriod(row: Row): BudgetPeriod {
  return readWord(row, 'period', BUDGET_PERIODS);
}

/** The columns to select together with `budgetJoins`. */
export function budgetColumns({ nowMs }: Dialect): string {
  const ofPeriod = (period: BudgetPeriod): readonly string[] =>
    ['amount', 'charged', 'held', 'ends_ms'].map(
      (column) => `${period}_budget.${column} AS ${period}_${column}`,
    );
  return [...BUDGET_PERIODS.flatMap(ofPeriod), `${nowMs} AS now_ms`].join(', ');
}

/** Joins at most one budget for each period. @param account and @param family how the statement names them. */
export function budgetJoins(account: string, family: string): string {
  return BUDGET_PERIODS.map(
    (period) => `LEFT JOIN budget ${period}_budget ON ${period}_budget.account_id = ${account}
      AND ${period}_budget.family_id = ${family} AND ${period}_budget.period = '${period}'`,
  ).join(' ');
}

/** @param row with `budgetColumns`. */
export function readBudgetStatus(row: Row): BudgetStatus {
  const figuresOf = (period: BudgetPeriod): BudgetFigures | null =>
    row[`${period}_amount`] === null ? null : readFigures(row, `${period}_`);
  const [day, month] = [figuresOf('day'), figuresOf('month')];
  return {
    budgets: { day: day?.limitMicroCredits ?? null, month: month?.limitMicroCredits ?? null },
    budgetsLeft: { day: day && leftOf(day), month: month && leftOf(month) },
  };
}

/**
 * SQL for whether a request counts in a budget.
 * @param key of the request.
 * @param family of the budget; 0 for all keys.
 */
export function countsInBudget(key: string, family: string): string {
  return `(${family} = 0 OR ${key} IN (SELECT k.id FROM api_key k WHERE k.family_id = ${family}))`;
}

/** Counts budgets that a batch needs, before it is decided. */
export async function countBudgets(
  database: Database,
  state: LedgerState,
  budgets: readonly BudgetToCount[],
): Promise<void> {
  for (const budget of budgets) state.setCount(budget, await countBudget(database, budget));
}

/** Counts the charges in a budget's period and its holds, and finds its highest alert. */
export async function countBudget({ query }: Database, budget: BudgetToCount): Promise<BudgetCount> {
  const { account_id, family_id, period, starts_ms, ends_ms } = budget;
  const [row = {}] = await query(
    `SELECT
      (SELECT CAST(coalesce(sum(charge), 0) AS BIGINT) FROM request WHERE account_id = $1
        AND finished_ms >= $3 AND finished_ms < $4 AND ${countsInBudget('key_id', 'CAST($2 AS BIGINT)')}) AS charged,
      (SELECT CAST(coalesce(sum(hold), 0) AS BIGINT) FROM open_request WHERE account_id = $1
        AND (CAST($2 AS BIGINT) = 0 OR family_id = $2)) AS held,
      (SELECT coalesce(max(threshold), 0) FROM budget_alert WHERE account_id = $1 AND family_id = $2
        AND period = $5 AND starts_ms = $3) AS alerted`,
    [account_id, family_id, starts_ms, ends_ms, period],
  );
  return {
    charged: read(row, 'charged', 'integer'),
    held: read(row, 'held', 'integer'),
    alerted: read(row, 'alerted', 'integer'),
  };
}
