import type { AdminKey } from '../../generated/admin-answers.ts';
import type { Actor } from './audit.ts';
import type { BudgetChanges, BudgetRoom } from '../budgets/budget.ts';

/** What a key may ask, and how often. */
export interface KeyLimits {
  /** IDs, also with a `*` at the end for all that begin so; null for every model. */
  readonly models: readonly string[] | null;
  /** Null for the account's. */
  readonly requestsPerMinute: number | null;
}

export interface NewKey extends Partial<KeyLimits> {
  readonly accountName: string;
  /** Shown to people; identifies the key in `assay key revoke`, so no two keys have the same. */
  readonly prefix: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
  /** For people, 1 to 64 characters. */
  readonly name?: string | undefined;
  /** Unix milliseconds from which the key is refused; never where it is not given. */
  readonly expiresMs?: number | undefined;
  readonly budgets?: BudgetChanges | undefined;
}

/** A key as `assay key list` shows it, with its budgets in micro-credits. */
export interface ListedKey
  extends BudgetRoom, Omit<AdminKey, 'budgetDay' | 'budgetDayLeft' | 'budgetMonth' | 'budgetMonthLeft'> {}

export function mayAsk({ models }: Pick<KeyLimits, 'models'>, modelId: string): boolean {
  if (models === null) return true;
  return models.some((name) =>
    name.endsWith('*') ? modelId.startsWith(name.slice(0, -1)) : modelId === name,
  );
}

/** A new key that takes the place of an active one. */
export interface KeyRotation {
  /** Of the key that is replaced. */
  readonly prefix: string;
  readonly successor: {
    readonly prefix: string;
    /** SHA-256 of the key. */
    readonly hash: Uint8Array;
  };
  /** How long the old key goes on, milliseconds; 0 revokes it at once. */
  readonly graceMs: number;
}

/** What the new key took over. */
export interface RotatedKey {
  readonly accountName: string;
  readonly name: string | null;
  /** Of the new key, which is the old one's before; Unix milliseconds. */
  readonly expiresMs: number | null;
  /** From when on the old key is refused, Unix milliseconds. */
  readonly oldExpiresMs: number;
}

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
