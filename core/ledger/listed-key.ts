import type { BudgetChanges, BudgetRoom } from './budgets/budget.ts';

export interface NewKey {
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

/** A key as `assay key list` shows it; nothing of the key itself but its prefix is stored. Times are ISO 8601, UTC. */
export interface ListedKey extends BudgetRoom {
  readonly prefix: string;
  readonly name: string | null;
  readonly accountName: string;
  readonly createdAt: string;
  /** When it last took a hold. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}
