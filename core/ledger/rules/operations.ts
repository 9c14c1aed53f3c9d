import type { KeyIdentity } from '../administration/settings.ts';
import type { Operation, OperationKind, OperationOf, OperationResult } from '../ledger-operation.ts';
import { adjustBalance, changeAccount, createAccount } from './accounts.ts';
import { changeKey, createAdminToken, createKey, revokeAdminToken, revokeKey, rotateKey } from './keys.ts';
import type { LedgerState } from './ledger-state.ts';
import { type Moment, Touched } from './loaded.ts';
import { deliverRequest, recoverRequest, holdRequest, settleRequest, voidRequest } from './requests.ts';

/** The rule of one kind of operation. */
interface Rule<Input> {
  /** Names the rows that a store has to load before the operation is decided. */
  touch(touched: Touched, input: Input): void;
  decide(state: LedgerState, input: Input, moment: Moment): OperationResult;
}

const changesNothing = { touch: () => {}, decide: (): OperationResult => ({ value: null }) };

function touchRequest(touched: Touched, { requestId }: { readonly requestId: string }): void {
  touched.requestIds.add(requestId);
}

function touchAccount(touched: Touched, { accountName }: { readonly accountName: string }): void {
  touched.accountNames.add(accountName);
}

function touchKey(touched: Touched, { prefix }: { readonly prefix: string }): void {
  touched.keyPrefixes.add(prefix);
}

function touchNewKey(touched: Touched, { prefix, hash }: KeyIdentity): void {
  touched.keyPrefixes.add(prefix);
  touched.keyHashes.push(hash);
  touched.newIds.api_key += 1;
}

const RULES: { readonly [Kind in OperationKind]: Rule<OperationOf<Kind>> } = {
  hold: {
    touch(touched, { requestId, accountId, keyId, idempotency }) {
      touched.requestIds.add(requestId);
      touched.accountIds.add(accountId);
      if (keyId !== null) touched.keyIds.add(keyId);
      if (idempotency !== null) touched.idempotency.push({ accountId, key: idempotency.key });
    },
    decide: holdRequest,
  },
  deliver: { touch: touchRequest, decide: deliverRequest },
  settle: { touch: touchRequest, decide: settleRequest },
  void: { touch: touchRequest, decide: voidRequest },
  recover: { touch: touchRequest, decide: recoverRequest },
  createAccount: {
    touch(touched, { name }) {
      touched.accountNames.add(name);
      touched.newIds.account += 1;
      touched.newIds.credit += 1;
    },
    decide: createAccount,
  },
  adjustCredits: {
    touch(touched, input) {
      touchAccount(touched, input);
      if (input.claim !== null) touched.claims.add(input.claim.key);
      touched.newIds.credit += 1;
    },
    decide: adjustBalance,
  },
  changeAccount: { touch: touchAccount, decide: changeAccount },
  createKey: {
    touch(touched, input) {
      touchAccount(touched, input);
      touchNewKey(touched, input);
    },
    decide: createKey,
  },
  changeKey: { touch: touchKey, decide: changeKey },
  revokeKey: { touch: touchKey, decide: revokeKey },
  rotateKey: {
    touch(touched, input) {
      touchKey(touched, input);
      touchNewKey(touched, input.successor);
    },
    decide: rotateKey,
  },
  createAdminToken: {
    touch(touched, { name, prefix }) {
      touched.tokenNames.add(name);
      touched.tokenPrefixes.add(prefix);
    },
    decide: createAdminToken,
  },
  revokeAdminToken: {
    touch(touched, { name }) {
      touched.tokenNames.add(name);
    },
    decide: revokeAdminToken,
  },
  record: changesNothing,
  probe: changesNothing,
};

/** The rule of an operation's kind. */
export function ruleOf({ kind }: Operation): Rule<Operation> {
  return RULES[kind];
}

/** Names the rows that a store has to load for the batch. */
export function touchedBy(operations: readonly Operation[]): Touched {
  const touched = new Touched();
  for (const operation of operations) ruleOf(operation).touch(touched, operation);
  return touched;
}
