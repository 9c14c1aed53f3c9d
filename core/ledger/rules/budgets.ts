import {
  BUDGET_PERIODS,
  BUDGET_THRESHOLDS,
  endOfPeriod,
  exhaustedBudget,
  hasEnded,
  startOfPeriod,
  type Budget,
  type BudgetChanges,
  type BudgetPeriod,
} from '../budgets/budget.ts';
import type { BudgetKey, LedgerState } from './ledger-state.ts';
import type { BudgetToCount } from './loaded.ts';
import type { RowOf } from './tables.ts';

/** The owner of budgets: an account, with family 0, or a key together with the keys that replaced it. */
export type BudgetScope = Pick<RowOf<'budget'>, 'account_id' | 'family_id'>;

/** Finds the budget in which a request's hold does not fit now; undefined if it fits in all. */
export function refusingBudget(
  state: LedgerState,
  scope: BudgetScope,
  { hold, nowMs }: { readonly hold: number; readonly nowMs: number },
): Budget | undefined {
  const budgets = bindingBudgets(state, scope, nowMs);
  return budgets.length === 0 ? undefined : exhaustedBudget(budgets.map(describe), hold);
}

/** Adds the hold of a new request to its budgets. */
export function holdInBudgets(
  state: LedgerState,
  scope: BudgetScope,
  { hold, nowMs }: { readonly hold: number; readonly nowMs: number },
): void {
  for (const budget of bindingBudgets(state, scope, nowMs))
    state.tables.budget.update({ ...budget, held: budget.held + hold });
  addToCounts(state, scope, { charge: 0, hold });
}

/** Gives back the hold of a request that ends, and counts its charge in the current period. */
export function chargeToBudgets(
  state: LedgerState,
  scope: BudgetScope,
  end: { readonly hold: number; readonly charge: number; readonly nowMs: number },
): void {
  const { hold, charge, nowMs } = end;
  // This comes before `addToCounts`, because a budget of a new period starts from the counts and would count the charge
  // twice.
  const budgets = bindingBudgets(state, scope, nowMs);
  addToCounts(state, scope, { charge, hold: -hold });
  for (const budget of budgets) {
    const charged = { ...budget, held: budget.held - hold, charged: budget.charged + charge };
    state.tables.budget.update(withAlerts(state, charged, nowMs));
  }
}

/** Sets or removes budgets for an operator. */
export function setBudgets(
  state: LedgerState,
  { account_id, family_id }: BudgetScope,
  { changes, nowMs }: { readonly changes: BudgetChanges; readonly nowMs: number },
): void {
  for (const period of BUDGET_PERIODS) {
    const amount = changes[period];
    if (amount === undefined) continue;
    const key = { account_id, family_id, period };
    const stored = state.tables.budget.find(key);
    if (amount === null) {
      if (stored !== undefined) state.tables.budget.remove(key);
      continue;
    }
    const budget = {
      ...(stored === undefined ? budgetFromCounts(state, key, nowMs) : inCurrentPeriod(state, stored, nowMs)),
      amount,
    };
    if (stored === undefined) state.tables.budget.insert(budget);
    state.tables.budget.update(withAlerts(state, budget, nowMs));
  }
}

/** Finds the loaded budgets whose period has ended. Their figures in the current period are not stored. */
export function endedBudgets(state: LedgerState, nowMs: number): readonly BudgetToCount[] {
  const budgets = state.tables.budget.values();
  return budgets
    .filter((budget) => !isOfCurrentPeriod(budget, nowMs))
    .map((budget) => currentPeriodOf(budget, nowMs));
}

/**
 * Finds the budgets of a scope that the changes set, in the current period. Counting a month may take a second.
 * @param scope undefined if there is no such account or key.
 */
export function changedBudgets(
  scope: BudgetScope | undefined,
  nowMs: number,
  changes: BudgetChanges = {},
): readonly BudgetToCount[] {
  if (scope === undefined) return [];
  return BUDGET_PERIODS.filter((period) => typeof changes[period] === 'number').map((period) =>
    currentPeriodOf({ ...scope, period }, nowMs),
  );
}

/** Makes the key of a budget with its current period. */
function currentPeriodOf({ account_id, family_id, period }: BudgetKey, nowMs: number): BudgetToCount {
  const budgetPeriod = readPeriod({ period });
  const [starts_ms, ends_ms] = [startOfPeriod(budgetPeriod, nowMs), endOfPeriod(budgetPeriod, nowMs)];
  return { account_id, family_id, period, starts_ms, ends_ms };
}

/** The keys of all budgets that the scope and its whole account may have. */
function keysOf({ account_id, family_id }: BudgetScope): readonly BudgetKey[] {
  const families = family_id === 0 ? [0] : [0, family_id];
  return families.flatMap((family) =>
    BUDGET_PERIODS.map((period) => ({ account_id, family_id: family, period })),
  );
}

/** Finds the budgets that a request of the scope must fit in, each moved to the current period. It writes nothing. */
function bindingBudgets(state: LedgerState, scope: BudgetScope, nowMs: number): RowOf<'budget'>[] {
  const { budget: budgets } = state.tables;
  if (budgets.isEmpty) return [];
  const rows = keysOf(scope).map((key) => budgets.find(key));
  return rows.flatMap((budget) => (budget === undefined ? [] : [inCurrentPeriod(state, budget, nowMs)]));
}

function isOfCurrentPeriod({ starts_ms, ends_ms }: RowOf<'budget'>, nowMs: number): boolean {
  return starts_ms <= nowMs && !hasEnded(ends_ms, nowMs);
}

function inCurrentPeriod(state: LedgerState, budget: RowOf<'budget'>, nowMs: number): RowOf<'budget'> {
  if (isOfCurrentPeriod(budget, nowMs)) return budget;
  return { ...budgetFromCounts(state, budget, nowMs), amount: budget.amount, held: budget.held };
}

/**
 * Makes a budget of the current period from its counted figures, with no amount yet.
 * @throws Error if it was not counted.
 */
function budgetFromCounts(state: LedgerState, key: BudgetKey, nowMs: number): RowOf<'budget'> {
  const figures = state.countOf(key);
  if (figures === undefined)
    throw new Error(
      `The ${key.period} budget of account ${key.account_id}, family ${key.family_id}, was not counted.`,
    );
  return { ...currentPeriodOf(key, nowMs), amount: 0, ...figures };
}

/**
 * Keeps counted figures up to date, because a later operation of the batch may set a budget or move it to the current
 * period.
 */
function addToCounts(
  state: LedgerState,
  scope: BudgetScope,
  added: { readonly charge: number; readonly hold: number },
): void {
  if (!state.hasCounts) return;
  for (const key of keysOf(scope)) {
    const figures = state.countOf(key);
    if (figures === undefined) continue;
    const { charged, held, alerted } = figures;
    state.setCount(key, { charged: charged + added.charge, held: held + added.hold, alerted });
  }
}

/**
 * Writes an alert for each threshold that the budget has reached, once a period.
 * @returns the budget, with the highest of these thresholds.
 */
function withAlerts(state: LedgerState, budget: RowOf<'budget'>, nowMs: number): RowOf<'budget'> {
  let { alerted } = budget;
  for (const threshold of BUDGET_THRESHOLDS) {
    if (threshold <= alerted || !hasReached(budget, threshold)) continue;
    alerted = threshold;
    writeAlert(state, budget, { threshold, nowMs });
  }
  if (alerted === budget.alerted) return budget;
  const figures = state.countOf(budget);
  if (figures !== undefined) state.setCount(budget, { ...figures, alerted });
  return { ...budget, alerted };
}

function hasReached({ charged, amount }: RowOf<'budget'>, threshold: number): boolean {
  return charged > 0 && BigInt(charged) * 100n >= BigInt(amount) * BigInt(threshold);
}

function writeAlert(
  state: LedgerState,
  budget: RowOf<'budget'>,
  { threshold, nowMs }: { readonly threshold: number; readonly nowMs: number },
): void {
  const { account_id, family_id, period, starts_ms, ends_ms, amount, charged } = budget;
  const id = `budget_${account_id}_${family_id}_${period}_${starts_ms}_${threshold}`;
  state.tables.budget_alert.insert({
    id,
    account_id,
    family_id,
    period,
    starts_ms,
    ends_ms,
    threshold,
    amount,
    charged,
    at_ms: nowMs,
    counted: 0,
  });
  state.addEvent(account_id, { requestId: null, alertId: id, nowMs });
}

function describe(budget: RowOf<'budget'>): Budget {
  return {
    scope: budget.family_id === 0 ? 'account' : 'key',
    period: readPeriod(budget),
    limitMicroCredits: budget.amount,
    spentMicroCredits: budget.charged,
    heldMicroCredits: budget.held,
    resetsAtMs: budget.ends_ms,
  };
}

function readPeriod({ period }: Pick<RowOf<'budget'>, 'period'>): BudgetPeriod {
  return period === 'day' ? 'day' : 'month';
}
