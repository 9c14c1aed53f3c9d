import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import type { Account } from '../ledger.ts';
import { refuse, refuseUnknownAccount } from '../ledger-refusals.ts';
import { setBudgets } from './budgets.ts';
import { addCredit } from './credits.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Moment } from './loaded.ts';
import type { RowOf } from './tables.ts';

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
  { nowMs }: Moment,
): OperationResult {
  if (state.accountNamed(name) !== undefined)
    return refuse('account-exists', `There is an account named ${name} already. Choose another name.`);
  const id = state.newId('account');
  const account = { ...NEW_ACCOUNT, id, name, posted: microCredits, created_ms: nowMs };
  state.tables.account.insert(account);
  state.countNothing(id, 0);
  if (microCredits > 0) addCredit(state, id, { amount: microCredits, note: null, nowMs });
  return { value: describe(account) };
}

/** Keys of a suspended account are refused until it is resumed; running requests end as usual. */
export function suspendAccount(
  state: LedgerState,
  { accountName, suspended }: OperationOf<'suspendAccount'>,
): OperationResult {
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  state.tables.account.update({ ...account, suspended: flag(suspended) });
  return { value: null };
}

export function changeAccount(
  state: LedgerState,
  { accountName, settings }: OperationOf<'changeAccount'>,
  { nowMs }: Moment,
): OperationResult {
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  const { zeroDataRetention, cache, holds, budgets = {} } = settings;
  const changed = {
    ...account,
    markup_milli: settings.markupMilli ?? account.markup_milli,
    requests_per_minute: settings.requestsPerMinute ?? account.requests_per_minute,
    requests_in_flight: settings.requestsInFlight ?? account.requests_in_flight,
    zero_data_retention:
      zeroDataRetention === undefined ? account.zero_data_retention : flag(zeroDataRetention),
    response_cache: cache === undefined ? account.response_cache : flag(cache),
    worst_holds: holds === undefined ? account.worst_holds : flag(holds === 'worst'),
    cache_since_ms: zeroDataRetention === true || cache === false ? nowMs : account.cache_since_ms,
  };
  state.tables.account.update(changed);
  setBudgets(state, { account_id: account.id, family_id: 0 }, { changes: budgets, nowMs });
  return { value: describe(changed) };
}

function describe(account: RowOf<'account'>): Account {
  return {
    id: account.id,
    name: account.name,
    markupMilli: account.markup_milli,
    zeroDataRetention: account.zero_data_retention === 1,
    cache: account.response_cache === 1,
    requestsPerMinute: account.requests_per_minute,
    requestsInFlight: account.requests_in_flight,
    holds: account.worst_holds === 1 ? 'worst' : 'likely',
  };
}

function flag(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
