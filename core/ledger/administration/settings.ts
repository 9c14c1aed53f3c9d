import type { AdminKey } from '../../generated/admin-answers.ts';
import type { KeyIdentity } from '../../stores/api-key.ts';
import type { Actor } from './audit.ts';
import type { BudgetChanges, BudgetStatus } from '../budgets/budget.ts';

/** The models that a key may ask, and how often. */
export interface KeyLimits {
  /** IDs of models; one with a `*` at the end means all that begin with it. Null for every model. */
  readonly models: readonly string[] | null;
  /** Null for the account's limit. */
  readonly requestsPerMinute: number | null;
}

export const EVERY_MODEL: Pick<KeyLimits, 'models'> = { models: null };

export interface NewKey extends KeySettings, KeyIdentity {
  readonly accountName: string;
}

/** A key as `assay key list` shows it, with its budgets in micro-credits. */
export interface ListedKey
  extends BudgetStatus, Omit<AdminKey, 'budgetDay' | 'budgetDayLeft' | 'budgetMonth' | 'budgetMonthLeft'> {}

export function mayUse({ models }: Pick<KeyLimits, 'models'>, modelId: string): boolean {
  if (models === null) return true;
  return models.some((name) =>
    name.endsWith('*') ? modelId.startsWith(name.slice(0, -1)) : modelId === name,
  );
}

/** A new key that takes the place of an active one. */
export interface KeyRotation {
  /** The prefix of the key that is replaced. */
  readonly prefix: string;
  readonly successor: KeyIdentity;
  /** How long the old key stays valid, milliseconds; 0 revokes it at once. */
  readonly graceMs: number;
}

/** The values that the new key took over, and the end of the old one. */
export interface RotatedKey {
  readonly accountName: string;
  readonly name: string | null;
  /** The expiry of the new key, which the old one had before; Unix milliseconds. */
  readonly expiresMs: number | null;
  /** Unix milliseconds from which the old key is refused. */
  readonly oldExpiresMs: number;
}

/**
 * How large an account's holds are. `likely`: an amount that a request rarely exceeds. A cost above the hold is charged
 * too, so the account may come to owe credits. `worst`: the most that a request can cost within the limits that providers keep.
 * Only web searches and PDFs, which have no such limit, are charged beyond it.
 */
export type HoldRule = 'likely' | 'worst';

/** The settings of an account to change. Absent ones are kept. */
export interface AccountSettings {
  readonly holds?: HoldRule;
  /** Factor on list prices in thousandths: 1000 charges the list price. */
  readonly markupMilli?: number;
  readonly zeroDataRetention?: boolean;
  /** Whether its requests may use its cache. False also deletes the cached answers. */
  readonly cache?: boolean;
  readonly requestsPerMinute?: number;
  readonly requestsInFlight?: number;
  readonly budgets?: BudgetChanges | undefined;
}

/** The settings of a key. In a change, absent ones are kept, and null removes one. */
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
 * Identifies one payment, so that its credits are granted once, however often it is posted. Unlike the idempotency key
 * of a request it is kept for good, because a payment that comes again after a month is the same payment.
 */
export interface CreditClaim {
  /** SHA-256 of the key, in 64 lower-case hexadecimal digits. */
  readonly key: string;
  /** SHA-256 of the account, the amount and the note. The same key with other ones is refused. */
  readonly fingerprint: string;
}

export interface CreditOptions {
  readonly by?: Actor | undefined;
  readonly claim?: CreditClaim | undefined;
}
