import type { Operation } from '../ledger-operation.ts';

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

  add(operation: Operation): void {
    switch (operation.kind) {
      case 'reserve':
        this.requestIds.add(operation.requestId);
        this.accountIds.add(operation.accountId);
        if (operation.keyId !== null) this.keyIds.add(operation.keyId);
        if (operation.idempotency !== null)
          this.idempotency.push({ accountId: operation.accountId, key: operation.idempotency.key });
        return;
      case 'deliver':
      case 'settle':
      case 'void':
      case 'recover':
        this.requestIds.add(operation.requestId);
        return;
      case 'createAccount':
        this.accountNames.add(operation.name);
        this.newIds.account += 1;
        this.newIds.credit += 1;
        return;
      case 'grant':
      case 'correct':
        this.accountNames.add(operation.accountName);
        if (operation.claim !== null) this.claims.add(operation.claim.key);
        this.newIds.credit += 1;
        return;
      case 'suspendAccount':
      case 'changeAccount':
        this.accountNames.add(operation.accountName);
        return;
      case 'createKey':
        this.accountNames.add(operation.accountName);
        this.keyPrefixes.add(operation.prefix);
        this.keyHashes.push(operation.hash);
        this.newIds.api_key += 1;
        return;
      case 'changeKey':
      case 'revokeKey':
        this.keyPrefixes.add(operation.prefix);
        return;
      case 'rotateKey':
        this.keyPrefixes.add(operation.prefix).add(operation.successor.prefix);
        this.keyHashes.push(operation.successor.hash);
        this.newIds.api_key += 1;
        return;
      case 'createAdminToken':
        this.tokenNames.add(operation.name);
        this.tokenPrefixes.add(operation.prefix);
        return;
      case 'revokeAdminToken':
        this.tokenNames.add(operation.name);
        return;
      case 'record':
      case 'probe':
        return;
    }
    const unknown: never = operation;
    throw new TypeError(`The ledger has no operation ${JSON.stringify(unknown)}.`);
  }
}

/** What a store has to load for the batch. */
export function touchedBy(operations: readonly Operation[]): Touched {
  const touched = new Touched();
  for (const operation of operations) touched.add(operation);
  return touched;
}
