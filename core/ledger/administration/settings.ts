import type { BudgetChanges } from '../budgets/budget.ts';
import type { KeyLimits } from '../listed-key.ts';
import type { Actor } from './audit.ts';

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

/**
 * Names one payment, so that its credits are given once however often it is posted. Unlike the idempotency key of a
 * request it is kept for good: a payment that comes again after a month is the same payment.
 */
export interface CreditClaim {
  /** SHA-256 of the key, in 64 lower-case hexadecimal digits. */
  readonly key: string;
  /** The same of the account, the amount and the note: the same key with others is refused. */
  readonly fingerprint: string;
}

export interface CreditTerms {
  readonly by?: Actor | undefined;
  readonly claim?: CreditClaim | undefined;
}
