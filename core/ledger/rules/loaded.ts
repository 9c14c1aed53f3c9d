import type { TableChanges } from './row-set.ts';
import type { RowOf, TableName } from './tables.ts';

/** The rows that a store loaded for a batch, as `RowsToLoad` describes. */
export interface LoadedRows {
  /** A table that is not named has no rows for this batch. */
  readonly rows: { readonly [Name in TableName]?: readonly RowOf<Name>[] };
  /** The loaded accounts that have a webhook. */
  readonly webhookAccountIds: readonly number[];
  /** The length of the logged response, in bytes, of each request of the idempotency rows that has one. */
  readonly responseBytes: ReadonlyMap<string, number>;
  /** Unused numbers, at least as many as in `RowsToLoad.newIds`. */
  readonly newIds: Readonly<Record<NumberedTable, readonly number[]>>;
}

/** A budget whose figures in the current period are not stored. Family 0 is the whole account. */
export type BudgetToCount = Pick<
  RowOf<'budget'>,
  'account_id' | 'family_id' | 'period' | 'starts_ms' | 'ends_ms'
>;

/**
 * The figures of a budget. `charged` is the sum of the charges of requests that ended in the period, and `held` the sum
 * of the holds of open requests. With a family, only requests with its keys count. `alerted` is the highest threshold of
 * its alerts in the period (their rows have the same `starts_ms`); 0 if there is none.
 */
export type BudgetCount = Pick<RowOf<'budget'>, 'charged' | 'held' | 'alerted'>;

/** The changes that a store writes for a batch: table after table as listed, and the deleted rows of each first. */
export interface Changes {
  readonly tables: { readonly [Name in TableName]: TableChanges<Name> };
  /** Requests that ended without their answer. Their stored texts are deleted. */
  readonly withoutTexts: readonly string[];
}

/** The time at which a batch is decided, and the gateway that sent it. */
export interface BatchContext {
  /** Unix milliseconds, by the store's clock. */
  readonly nowMs: number;
  /** The gateway that takes and ends holds; null for a command, which takes none. */
  readonly owner: string | null;
}

/** Tables whose rows get the next number. */
export type NumberedTable = 'account' | 'api_key' | 'credit';

/**
 * The accounts, keys, requests and so on that the operations of a batch name. A store loads the rows that these lead to:
 *
 * - `idempotency`: by `idempotency`;
 * - `open_request`: by `requestIds`, and those of these idempotency rows;
 * - `request`: the same, if the request is not open;
 * - `api_key`: by `keyIds` and `keyHashes`, by `keyPrefixes`, and the successors of the latter;
 * - `account`: by `accountIds` and `accountNames`, and those of the open requests and of the keys;
 * - `budget`: of these accounts, with family 0 or that of one of these keys or open requests;
 * - `credit_claim`: by `claims`.
 *
 * No row of the other tables is loaded.
 */
export class RowsToLoad {
  readonly accountIds = new Set<number>();
  readonly accountNames = new Set<string>();
  readonly keyIds = new Set<number>();
  readonly keyPrefixes = new Set<string>();
  readonly keyHashes: Uint8Array[] = [];
  readonly requestIds = new Set<string>();
  readonly idempotency: { readonly accountId: number; readonly key: string }[] = [];
  readonly claims = new Set<string>();
  /** How many new numbers the batch may need. */
  readonly newIds: Record<NumberedTable, number> = { account: 0, api_key: 0, credit: 0 };
}
