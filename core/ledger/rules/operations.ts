import type { KeyIdentity } from '../../stores/api-key.ts';
import type { Operation, OperationKind, OperationOf, OperationResult } from '../ledger-operation.ts';
import { adjustBalance, changeAccount, createAccount } from './accounts.ts';
import { changeKey, createKey, revokeKey, rotateKey } from './keys.ts';
import type { LedgerState } from './ledger-state.ts';
import { type BatchContext, RowsToLoad } from './loaded.ts';
import { deliverRequest, recoverRequest, holdRequest, settleRequest, voidRequest } from './requests.ts';

/** The rule of one kind of operation. */
interface Rule<Input> {
  /** Names the rows that a store has to load before the operation is decided. */
  nameRows(toLoad: RowsToLoad, input: Input): void;
  decide(state: LedgerState, input: Input, context: BatchContext): OperationResult;
}

function addRequest(toLoad: RowsToLoad, { requestId }: { readonly requestId: string }): void {
  toLoad.requestIds.add(requestId);
}

function addAccount(toLoad: RowsToLoad, { accountName }: { readonly accountName: string }): void {
  toLoad.accountNames.add(accountName);
}

function addKey(toLoad: RowsToLoad, { prefix }: { readonly prefix: string }): void {
  toLoad.keyPrefixes.add(prefix);
}

function addNewKey(toLoad: RowsToLoad, { prefix, hash }: KeyIdentity): void {
  toLoad.keyPrefixes.add(prefix);
  toLoad.keyHashes.push(hash);
  toLoad.newIds.api_key += 1;
}

const RULES: { readonly [Kind in OperationKind]: Rule<OperationOf<Kind>> } = {
  hold: {
    nameRows(toLoad, { requestId, accountId, keyId, idempotency }) {
      toLoad.requestIds.add(requestId);
      toLoad.accountIds.add(accountId);
      if (keyId !== null) toLoad.keyIds.add(keyId);
      if (idempotency !== null) toLoad.idempotency.push({ accountId, key: idempotency.key });
    },
    decide: holdRequest,
  },
  deliver: { nameRows: addRequest, decide: deliverRequest },
  settle: { nameRows: addRequest, decide: settleRequest },
  void: { nameRows: addRequest, decide: voidRequest },
  recover: { nameRows: addRequest, decide: recoverRequest },
  createAccount: {
    nameRows(toLoad, { name }) {
      toLoad.accountNames.add(name);
      toLoad.newIds.account += 1;
      toLoad.newIds.credit += 1;
    },
    decide: createAccount,
  },
  adjustCredits: {
    nameRows(toLoad, input) {
      addAccount(toLoad, input);
      if (input.claim !== null) toLoad.claims.add(input.claim.key);
      toLoad.newIds.credit += 1;
    },
    decide: adjustBalance,
  },
  changeAccount: { nameRows: addAccount, decide: changeAccount },
  createKey: {
    nameRows(toLoad, input) {
      addAccount(toLoad, input);
      addNewKey(toLoad, input);
    },
    decide: createKey,
  },
  changeKey: { nameRows: addKey, decide: changeKey },
  revokeKey: { nameRows: addKey, decide: revokeKey },
  rotateKey: {
    nameRows(toLoad, input) {
      addKey(toLoad, input);
      addNewKey(toLoad, input.successor);
    },
    decide: rotateKey,
  },
  probe: { nameRows: () => {}, decide: () => ({ value: null }) },
};

/** The rule of an operation's kind. */
export function ruleOf({ kind }: Operation): Rule<Operation> {
  return RULES[kind];
}

/** Names the rows that a store has to load for the batch. */
export function rowsToLoadFor(operations: readonly Operation[]): RowsToLoad {
  const toLoad = new RowsToLoad();
  for (const operation of operations) ruleOf(operation).nameRows(toLoad, operation);
  return toLoad;
}
