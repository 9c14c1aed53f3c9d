import { MICRO_CREDITS_PER_CREDIT } from '../../billing/amounts.ts';
import type { CreditClaim } from '../administration/settings.ts';
import { refuse, refuseUnknownAccount } from '../ledger-error.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import { setBudgets } from './budgets.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BatchContext } from './loaded.ts';

const NEW_ACCOUNT = {
  reserved: 0,
  markup_milli: 1000,
  zero_data_retention: 0,
  response_cache: 0,
  cache_since_ms: 0,
  erased_ms: 0,
  worst_holds: 0,
  requests_per_minute: 600,
  requests_in_flight: 100,
  suspended: 0,
} as const;

export function createAccount(
  state: LedgerState,
  { name, microCredits }: OperationOf<'createAccount'>,
  { nowMs }: BatchContext,
): OperationResult {
  if (state.accountNamed(name) !== undefined)
    return refuse('account-exists', `There is an account named ${name} already. Choose another name.`);
  const id = state.newId('account');
  const account = { ...NEW_ACCOUNT, id, name, posted: microCredits, created_ms: nowMs };
  state.tables.account.insert(account);
  state.setZeroCounts(id, 0);
  if (microCredits > 0) addCredit(state, id, { amount: microCredits, note: null, nowMs });
  return { value: account };
}

export function changeAccount(
  state: LedgerState,
  { accountName, settings }: OperationOf<'changeAccount'>,
  { nowMs }: BatchContext,
): OperationResult {
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  const { zeroDataRetention, cache, holds, suspended, budgets = {} } = settings;
  const changed = {
    ...account,
    markup_milli: settings.markupMilli ?? account.markup_milli,
    requests_per_minute: settings.requestsPerMinute ?? account.requests_per_minute,
    requests_in_flight: settings.requestsInFlight ?? account.requests_in_flight,
    zero_data_retention: flag(zeroDataRetention, account.zero_data_retention),
    response_cache: flag(cache, account.response_cache),
    worst_holds: flag(holds === undefined ? undefined : holds === 'worst', account.worst_holds),
    suspended: flag(suspended, account.suspended),
    cache_since_ms: zeroDataRetention === true || cache === false ? nowMs : account.cache_since_ms,
  };
  state.tables.account.update(changed);
  setBudgets(state, { account_id: account.id, family_id: 0 }, { changes: budgets, nowMs });
  return { value: changed };
}

/** Converts a setting to its column. @param before the column so far, which stays if the setting is absent. */
function flag(value: boolean | undefined, before: 0 | 1): 0 | 1 {
  return value === undefined ? before : value ? 1 : 0;
}

/** Grants credits or takes them back. With a claim it happens once, however often it is sent. */
export function adjustBalance(
  state: LedgerState,
  { accountName, microCredits: amount, note, claim }: OperationOf<'adjustCredits'>,
  { nowMs }: BatchContext,
): OperationResult {
  const earlier = claim === null ? undefined : earlierCredit(state, claim);
  if (earlier !== undefined) return earlier;
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  const free = account.posted - account.reserved;
  if (amount < 0 && free < -amount)
    return refuse(
      'invalid',
      `Only ${Math.max(0, free) / MICRO_CREDITS_PER_CREDIT} credits are neither spent nor reserved. Take back at most that many.`,
    );
  const posted = account.posted + amount;
  if (posted > Number.MAX_SAFE_INTEGER)
    return refuse('invalid', 'The balance would grow past what the ledger can hold exactly. Grant less.');
  state.tables.account.update({ ...account, posted });
  addCredit(state, account.id, { amount, note, nowMs });
  if (claim !== null)
    state.tables.credit_claim.insert({
      key: claim.key,
      fingerprint: claim.fingerprint,
      account_id: account.id,
      posted,
      reserved: account.reserved,
      created_ms: nowMs,
    });
  return { value: { postedMicroCredits: posted, heldMicroCredits: account.reserved } };
}

/** The result of the claim's first use; undefined if the claim is new. */
function earlierCredit(state: LedgerState, { key, fingerprint }: CreditClaim): OperationResult | undefined {
  const row = state.tables.credit_claim.find({ key });
  if (row === undefined) return undefined;
  if (row.fingerprint !== fingerprint)
    return refuse(
      'claim-mismatch',
      'A payment was credited under this key already, with another account, amount or note, and nothing more was credited now. Look at the history of the account; send a new key only for another payment.',
    );
  const { posted, reserved } = row;
  return { value: { postedMicroCredits: posted, heldMicroCredits: reserved, isRepeated: true } };
}

/** Writes a line of the account's history. @param credit.amount micro-credits, below zero for a correction. */
function addCredit(
  state: LedgerState,
  accountId: number,
  credit: { readonly amount: number; readonly note: string | null; readonly nowMs: number },
): void {
  state.tables.credit.insert({
    id: state.newId('credit'),
    account_id: accountId,
    amount: credit.amount,
    note: credit.note,
    created_ms: credit.nowMs,
  });
}
