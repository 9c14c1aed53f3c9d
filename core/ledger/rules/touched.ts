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
