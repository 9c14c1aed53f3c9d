import { creditsFromMicroCredits } from '../../billing/amounts.ts';
import type { Budget as BudgetAnswer } from '../../generated/balance-response.ts';

/** Days and months begin at 00:00 UTC. */
export type BudgetPeriod = 'day' | 'month';

export const BUDGET_PERIODS: readonly BudgetPeriod[] = ['day', 'month'];

/** Per cent of a budget. Each is reported once a period. */
export const BUDGET_THRESHOLDS = [80, 100] as const;

export type BudgetThreshold = (typeof BUDGET_THRESHOLDS)[number];

/** Micro-credits that may be spent in each period; null for no budget. */
export type BudgetLimits = Readonly<Record<BudgetPeriod, number | null>>;

/** Budgets, and how much of each another request can hold now. */
export interface BudgetStatus {
  readonly budgets: BudgetLimits;
  readonly budgetsLeft: BudgetLimits;
}

/** Changes of an account's or a key's budgets. Null removes one, and one that is not named stays. */
export type BudgetChanges = Readonly<Partial<BudgetLimits>>;

/** A budget at one moment. Requests that cost more than their holds may exceed it. */
export interface Budget {
  /** The owner: the account, or one of its keys. */
  readonly scope: 'account' | 'key';
  readonly period: BudgetPeriod;
  readonly limitMicroCredits: number;
  /** Charges of requests that ended in this period. */
  readonly spentMicroCredits: number;
  /** Holds of open requests, whenever they were taken. */
  readonly heldMicroCredits: number;
  /** When the next period begins, Unix milliseconds. */
  readonly resetsAtMs: number;
}

export type BudgetFigures = Pick<Budget, 'limitMicroCredits' | 'spentMicroCredits' | 'heldMicroCredits'>;

/** How much another request can hold; 0 if the limit is exceeded. */
export function leftOf({ limitMicroCredits, spentMicroCredits, heldMicroCredits }: BudgetFigures): number {
  return Math.max(0, limitMicroCredits - spentMicroCredits - heldMicroCredits);
}

/**
 * Returns, of the budgets that refuse a hold, the one that refuses it for longest; undefined if the hold fits in all.
 * Budgets below the hold never admit it, and the smallest of them is named. If there is none, it is the budget whose next
 * period begins last, of those that admit the hold only then. If there is none either, it is one that admits the hold
 * once open requests end.
 */
export function exhaustedBudget(budgets: readonly Budget[], holdMicroCredits: number): Budget | undefined {
  const refusesUntil = ({ limitMicroCredits: limit, spentMicroCredits: spent, resetsAtMs }: Budget): number =>
    limit < holdMicroCredits ? Infinity : limit - spent < holdMicroCredits ? resetsAtMs : 0;
  return (
    budgets
      // A hold of 0 fits even in a budget that is exceeded.
      .filter((budget) => leftOf(budget) < holdMicroCredits)
      .toSorted((one, other) => {
        const [here, there] = [refusesUntil(one), refusesUntil(other)];
        if (here !== there) return here > there ? -1 : 1;
        return (
          (here === Infinity ? one.limitMicroCredits - other.limitMicroCredits : 0) ||
          other.resetsAtMs - one.resetsAtMs ||
          leftOf(one) - leftOf(other)
        );
      })[0]
  );
}

/** When the period of this moment began, both in Unix milliseconds. */
export function startOfPeriod(period: BudgetPeriod, atMs: number): number {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), period === 'day' ? at.getUTCDate() : 1);
}

/** When the period of this moment ends, both in Unix milliseconds. */
export function endOfPeriod(period: BudgetPeriod, atMs: number): number {
  const at = new Date(atMs);
  return period === 'day'
    ? Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() + 1)
    : Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1);
}

/** Charges of a period count until its end. Both in Unix milliseconds. */
export function hasEnded(endsMs: number, nowMs: number): boolean {
  return nowMs >= endsMs;
}

/** A budget as callers see it, in credits. */
export function describeBudget(budget: Budget): BudgetAnswer {
  return {
    scope: budget.scope,
    period: budget.period,
    limit: creditsFromMicroCredits(budget.limitMicroCredits),
    spent: creditsFromMicroCredits(budget.spentMicroCredits),
    held: creditsFromMicroCredits(budget.heldMicroCredits),
    remaining: creditsFromMicroCredits(leftOf(budget)),
    resetsAt: new Date(budget.resetsAtMs).toISOString(),
  };
}
