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

/** Budgets with what another request can hold of each now. */
export interface BudgetRoom {
  readonly budgets: BudgetLimits;
  readonly budgetsLeft: BudgetLimits;
}

/** Changes of an account's or a key's budgets: null removes one, and one that is not named stays. */
export type BudgetChanges = Readonly<Partial<BudgetLimits>>;

/** A budget at one moment. It may be exceeded by what requests cost beyond their holds. */
export interface Budget {
  /** Whose it is: the account's, or that of one of its keys. */
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

/** What another request can hold; 0 where the limit is passed. */
export function leftOf({ limitMicroCredits, spentMicroCredits, heldMicroCredits }: BudgetFigures): number {
  return Math.max(0, limitMicroCredits - spentMicroCredits - heldMicroCredits);
}

/**
 * The budget that refuses a hold longest; undefined where the hold fits in all. That is the smallest of those below the
 * hold, which never admit it; else, of those that admit it in their next period, the one whose period begins last; else one
 * that admits it once open requests end.
 */
export function exhaustedBudget(budgets: readonly Budget[], holdMicroCredits: number): Budget | undefined {
  const outlast = ({ limitMicroCredits: limit, spentMicroCredits: spent, resetsAtMs }: Budget): number =>
    limit < holdMicroCredits ? Infinity : limit - spent < holdMicroCredits ? resetsAtMs : 0;
  return (
    budgets
      // A hold of 0 fits even in a budget that is exceeded.
      .filter((budget) => leftOf(budget) < holdMicroCredits)
      .toSorted((one, other) => {
        const [here, there] = [outlast(one), outlast(other)];
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

/** What was charged in a period counts until it has ended, no longer. Both in Unix milliseconds. */
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
