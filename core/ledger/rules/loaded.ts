import type { TableChanges } from './row-set.ts';
import type { RowOf, TableName } from './tables.ts';

/** What a store loaded for a batch, as `Touched` says. */
export interface Loaded {
  /** A table that is not named has no rows for this batch. */
  readonly rows: { readonly [Name in TableName]?: readonly RowOf<Name>[] };
  /** Of the loaded accounts those that have a webhook. */
  readonly webhookAccountIds: readonly number[];
  /** How many bytes of the response are logged, of the requests of the idempotency rows; absent where none are. */
  readonly responseBytes: ReadonlyMap<string, number>;
  /** Unused numbers, at least as many as `Touched.newIds` says. */
  readonly newIds: Readonly<Record<NumberedTable, readonly number[]>>;
}

/** A budget whose figures in the present period are not stored; with family 0 that of the whole account. */
export type BudgetToCount = Pick<
  RowOf<'budget'>,
  'account_id' | 'family_id' | 'period' | 'starts_ms' | 'ends_ms'
>;

/**
 * Its figures: `charged` is the sum of the charges of requests that ended in the period, `held` that of the holds of open
 * requests; with a family only of those made with keys of it. `alerted` is the highest threshold of its alerts of the
 * period (the row has the same `starts_ms`); 0 where there is none.
 */
export type CountedBudget = BudgetToCount & BudgetCount;

export type BudgetCount = Pick<RowOf<'budget'>, 'charged' | 'held' | 'alerted'>;

/** What a store writes of a batch: table after table as listed, of each the deleted rows first. */
export interface Changes {
  readonly tables: { readonly [Name in TableName]: TableChanges<Name> };
  /** Requests that ended without their answer: what is stored of their texts is deleted. */
  readonly withoutTexts: readonly string[];
}

/** When and for whom a batch is decided. */
export interface Moment {
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
 * - `request`: the same, where the request is not open;
 * - `api_key`: by `keyIds` and `keyHashes`, by `keyPrefixes`, and the successors of the latter;
 * - `account`: by `accountIds` and `accountNames`, and those of the open requests and of the keys;
 * - `budget`: of these accounts, with family 0 or that of one of these keys or open requests;
 * - `credit_claim`: by `claims`; `admin_token`: by `tokenNames` and `tokenPrefixes`.
 *
 * Of the other tables no row is loaded.
 */
export class Touched {
  readonly accountIds = new Set<number>();
  readonly accountNames = new Set<string>();
  readonly keyIds = new Set<number>();
  readonly keyPrefixes = new Set<string>();
  readonly keyHashes: Uint8Array[] = [];
  readonly requestIds = new Set<string>();
  readonly idempotency: { readonly accountId: number; readonly key: string }[] = [];
  readonly claims = new Set<string>();
  readonly tokenNames = new Set<string>();
  readonly tokenPrefixes = new Set<string>();
  /** How many new numbers the batch may need. */
  readonly newIds: Record<NumberedTable, number> = { account: 0, api_key: 0, credit: 0 };
}
