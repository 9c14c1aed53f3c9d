import type { BudgetChanges, BudgetRoom } from './budgets/budget.ts';

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

/** A key as `assay key list` shows it; nothing of the key itself but its prefix is stored. Times are ISO 8601, UTC. */
export interface ListedKey extends BudgetRoom, KeyLimits {
  readonly prefix: string;
  readonly name: string | null;
  readonly accountName: string;
  readonly createdAt: string;
  /** When it last took a hold. */
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}

export function mayAsk({ models }: Pick<KeyLimits, 'models'>, modelId: string): boolean {
  if (models === null) return true;
  return models.some((name) =>
    name.endsWith('*') ? modelId.startsWith(name.slice(0, -1)) : modelId === name,
  );
}
