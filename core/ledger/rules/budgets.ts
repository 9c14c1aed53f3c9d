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

/** Whose budgets: an account's, with family 0, or those of a key and the keys that took its place. */
export type BudgetScope = Pick<RowOf<'budget'>, 'account_id' | 'family_id'>;

/** The budget in which a request's hold does not fit now; undefined where it fits in all. */
export function budgetBeyond(
  state: LedgerState,
  scope: BudgetScope,
  { hold, nowMs }: { readonly hold: number; readonly nowMs: number },
): Budget | undefined {
  const budgets = bindingBudgets(state, scope, nowMs);
  return budgets.length === 0 ? undefined : exhaustedBudget(budgets.map(describe), hold);
}

/** A request takes its hold. */
export function holdInBudgets(
  state: LedgerState,
  scope: BudgetScope,
  { hold, nowMs }: { readonly hold: number; readonly nowMs: number },
): void {
  for (const budget of bindingBudgets(state, scope, nowMs))
    state.tables.budget.update({ ...budget, held: budget.held + hold });
  addToCounts(state, scope, { charge: 0, hold });
}

/** A request ends: its hold is given back, and its charge counts in the present period. */
export function chargeToBudgets(
  state: LedgerState,
  scope: BudgetScope,
  end: { readonly hold: number; readonly charge: number; readonly nowMs: number },
): void {
  const { hold, charge, nowMs } = end;
  // Before `addToCounts`, which a budget of a new period starts from: else the charge would count twice.
  const budgets = bindingBudgets(state, scope, nowMs);
  addToCounts(state, scope, { charge, hold: -hold });
  for (const budget of budgets) {
    const charged = { ...budget, held: budget.held - hold, charged: budget.charged + charge };
    state.tables.budget.update(withAlerts(state, charged, nowMs));
  }
}

/** An operator sets budgets or lifts them. */
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
      ...(stored === undefined ? newlyCounted(state, key, nowMs) : inPeriod(state, stored, nowMs)),
      amount,
    };
    if (stored === undefined) state.tables.budget.insert(budget);
    state.tables.budget.update(withAlerts(state, budget, nowMs));
  }
}

/** The loaded budgets whose period has ended: their figures in the present period are not stored. */
export function endedBudgets(state: LedgerState, nowMs: number): readonly BudgetToCount[] {
  const budgets = state.tables.budget.values();
  return budgets.filter((budget) => !isInPeriod(budget, nowMs)).map((budget) => inPresent(budget, nowMs));
}

/** The budgets of a scope that changes give an amount; each is counted in the present period. */
export function changedBudgets(
  scope: BudgetScope,
  changes: BudgetChanges,
  nowMs: number,
): readonly BudgetToCount[] {
  return BUDGET_PERIODS.filter((period) => typeof changes[period] === 'number').map((period) =>
    inPresent({ ...scope, period }, nowMs),
  );
}

/** The present period of a budget. */
function inPresent({ account_id, family_id, period }: BudgetKey, nowMs: number): BudgetToCount {
  const of = readPeriod({ period });
  const [starts_ms, ends_ms] = [startOfPeriod(of, nowMs), endOfPeriod(of, nowMs)];
  return { account_id, family_id, period, starts_ms, ends_ms };
}

/** The keys that budgets of the scope and of its whole account have. */
function keysOf({ account_id, family_id }: BudgetScope): readonly BudgetKey[] {
  const families = family_id === 0 ? [0] : [0, family_id];
  return families.flatMap((family) =>
    BUDGET_PERIODS.map((period) => ({ account_id, family_id: family, period })),
  );
}

/** The budgets that a request of the scope must fit in, each moved to the present period. Nothing is written. */
function bindingBudgets(state: LedgerState, scope: BudgetScope, nowMs: number): RowOf<'budget'>[] {
  const { budget: budgets } = state.tables;
  if (budgets.isEmpty) return [];
  const found = keysOf(scope).map((key) => budgets.find(key));
  return found.flatMap((budget) => (budget === undefined ? [] : [inPeriod(state, budget, nowMs)]));
}

function isInPeriod({ starts_ms, ends_ms }: RowOf<'budget'>, nowMs: number): boolean {
  return starts_ms <= nowMs && !hasEnded(ends_ms, nowMs);
}

function inPeriod(state: LedgerState, budget: RowOf<'budget'>, nowMs: number): RowOf<'budget'> {
  if (isInPeriod(budget, nowMs)) return budget;
  return { ...newlyCounted(state, budget, nowMs), amount: budget.amount, held: budget.held };
}

/** A budget of the present period with its counted figures and no amount yet. @throws Error where it was not counted. */
function newlyCounted(state: LedgerState, key: BudgetKey, nowMs: number): RowOf<'budget'> {
  const figures = state.countOf(key);
  if (figures === undefined)
    throw new Error(
      `The ${key.period} budget of account ${key.account_id}, family ${key.family_id}, was not counted.`,
    );
  return { ...inPresent(key, nowMs), amount: 0, ...figures };
}

/** Keeps counted figures up to date: a later operation of the batch may set a budget or move it to the present period. */
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

/** Writes an alert for each threshold that the budget has reached, once a period. @returns the budget with the highest. */
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
