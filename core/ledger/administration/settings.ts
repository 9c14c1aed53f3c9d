import type { BudgetChanges } from '../budgets/budget.ts';
import type { KeyLimits } from '../listed-key.ts';

/**
 * How large an account's holds are. `likely`: as much as a request rarely exceeds; the account owes what it costs beyond
 * that. `worst`: as much as a request can cost by every limit that providers keep; only what has no such limit is charged beyond it.
 */
export type HoldRule = 'likely' | 'worst';

/** What is named is changed, and the rest is kept. */
export interface AccountSettings {
  readonly holds?: HoldRule;
  readonly markupMilli?: number;
  readonly zeroDataRetention?: boolean;
  /** Off also deletes what is in the cache. */
  readonly cache?: boolean;
  readonly requestsPerMinute?: number;
  readonly requestsInFlight?: number;
  readonly budgets?: BudgetChanges | undefined;
}

/** The same of a key; null lifts what is named. */
export interface KeySettings {
  /** For people, 1 to 64 characters. */
  readonly name?: string | null | undefined;
  readonly models?: KeyLimits['models'] | undefined;
  readonly requestsPerMinute?: KeyLimits['requestsPerMinute'] | undefined;
  readonly budgets?: BudgetChanges | undefined;
  /** Unix milliseconds from which the key is refused; null for never. */
  readonly expiresMs?: number | null | undefined;
}
