import { owedOf } from '../../billing/amounts.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import type { CallRecord, Recovery } from '../ledger.ts';
import { refuse, refuseUnknownAccount } from '../ledger-error.ts';
import { refusingBudget, chargeToBudgets, holdInBudgets } from './budgets.ts';
import { claimKey, earlierUse } from './idempotency.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BatchContext } from './loaded.ts';
import type { RowOf } from './tables.ts';

type OpenRequest = RowOf<'open_request'>;

/** Decides `Ledger.hold`. */
export function holdRequest(
  state: LedgerState,
  operation: OperationOf<'hold'>,
  { nowMs, owner }: BatchContext,
): OperationResult {
  if (owner === null)
    return refuse('rejected', 'A command has no lease, so it cannot take holds: use the gateway’s API.');
  const earlier = earlierUse(state, operation, nowMs);
  if (earlier !== undefined) return { value: earlier };
  const { requestId, accountId, keyId, holdMicroCredits: hold } = operation;
  const account = state.tables.account.find({ id: accountId });
  if (account === undefined) return refuseUnknownAccount(accountId);
  if (account.suspended === 1)
    return refuse('account-suspended', 'The account is suspended. Resume it with `assay account resume`.');
  const { zeroDataRetention, followsAccount = false } = operation;
  if (followsAccount && !zeroDataRetention && account.zero_data_retention === 1)
    return { value: { outcome: 'retention_ended' } };
  const familyId = keyId === null ? 0 : (state.tables.api_key.find({ id: keyId })?.family_id ?? 0);
  const scope = { account_id: accountId, family_id: familyId };
  const availableMicroCredits = account.posted - account.reserved;
  const owedMicroCredits = owedOf(account.posted);
  // The debt is checked before the budgets, so that the answer names it. It refuses even a hold of 0.
  if (owedMicroCredits > 0)
    return { value: { outcome: 'insufficient', availableMicroCredits, owedMicroCredits } };
  const budget = refusingBudget(state, scope, { hold, nowMs });
  if (budget !== undefined) return { value: { outcome: 'over_budget', budget } };
  if (availableMicroCredits < hold)
    return { value: { outcome: 'insufficient', availableMicroCredits, owedMicroCredits } };
  if (isUsed(state, requestId)) return refuse('rejected', `The request ID ${requestId} was used before.`);
  state.tables.account.update({ ...account, reserved: account.reserved + hold });
  holdInBudgets(state, scope, { hold, nowMs });
  claimKey(state, operation, nowMs);
  state.tables.open_request.insert({
    id: requestId,
    account_id: accountId,
    key_id: keyId,
    family_id: familyId === 0 ? null : familyId,
    owner,
    hold,
    max_charge: operation.maxChargeMicroCredits,
    delivering: 0,
    delivered_calls: 0,
    delivered_cost: 0,
    delivered_absorbed: 0,
    models: JSON.stringify(operation.models),
    judges: JSON.stringify(operation.judges),
    zero_data_retention: zeroDataRetention ? 1 : 0,
    idempotency_key: operation.idempotency?.key ?? null,
    created_ms: nowMs,
  });
  return { value: { outcome: 'held' } };
}

function isUsed({ tables }: LedgerState, id: string): boolean {
  return tables.open_request.find({ id }) !== undefined || tables.request.find({ id }) !== undefined;
}

/** Decides `Ledger.deliver`. */
export function deliverRequest(
  state: LedgerState,
  { requestId, from, calls }: OperationOf<'deliver'>,
  { owner }: BatchContext,
): OperationResult {
  const open = openRequestOf(state, requestId, owner);
  if (open === undefined) return refuseEnded(state, requestId);
  const { delivered_calls: storedCalls } = open;
  if (from > storedCalls)
    return refuse(
      'rejected',
      `Of request ${requestId} ${storedCalls} calls were delivered before, not ${from}.`,
    );
  // A repeated delivery brings calls that are stored already.
  const added = calls.slice(storedCalls - from);
  const cost = open.delivered_cost + costOf(added);
  if (!Number.isSafeInteger(cost))
    return refuse('invalid', `The calls of request ${requestId} cost more than the ledger can hold exactly.`);
  insertCalls(state, requestId, { calls: added, from: storedCalls });
  state.tables.open_request.update({
    ...open,
    delivering: 1,
    delivered_calls: storedCalls + added.length,
    delivered_cost: cost,
    delivered_absorbed: open.delivered_absorbed + absorbedOf(added),
  });
  return { value: null };
}

/** Decides `Ledger.settle`. */
export function settleRequest(
  state: LedgerState,
  { requestId, chargeMicroCredits, absorbedMicroCredits, calls }: OperationOf<'settle'>,
  { nowMs, owner }: BatchContext,
): OperationResult {
  const open = openRequestOf(state, requestId, owner);
  if (open === undefined) return refuseEnded(state, requestId);
  const { delivered_calls: storedCalls, delivered_cost: storedCost } = open;
  // The settlement repeats the calls that were delivered. They must cost what they cost when they were stored.
  if (calls.length < storedCalls || costOf(calls.slice(0, storedCalls)) !== storedCost)
    return refuse('rejected', `The calls of ${requestId} that were delivered cost ${storedCost} together.`);
  insertCalls(state, requestId, { calls: calls.slice(storedCalls), from: storedCalls });
  const [charge, absorbed] = [chargeMicroCredits, absorbedMicroCredits];
  endRequest(state, open, { as: 'settled', charge, absorbed, nowMs });
  return { value: null };
}

/** Decides `Ledger.void`. */
export function voidRequest(
  state: LedgerState,
  { requestId }: OperationOf<'void'>,
  { nowMs, owner }: BatchContext,
): OperationResult {
  const open = openRequestOf(state, requestId, owner);
  if (open === undefined) return refuseEnded(state, requestId);
  if (open.delivering === 1)
    return refuse(
      'delivering',
      `Part of the answer to request ${requestId} may have been sent. Settle it instead of voiding it.`,
    );
  endAsVoided(state, open, nowMs);
  return { value: null };
}

/**
 * Ends a request whose gateway is dead. If part of its answer may have left, the delivered calls are charged, up to its
 * bound; otherwise it is voided. Its stored texts may state another charge, so they are deleted.
 */
export function recoverRequest(
  state: LedgerState,
  { requestId, owner }: OperationOf<'recover'>,
  { nowMs }: BatchContext,
): OperationResult {
  const open = openRequestOf(state, requestId, owner);
  if (open === undefined) return { value: { outcome: 'gone' } };
  const { hold: holdMicroCredits, max_charge, delivered_cost: cost, delivered_absorbed } = open;
  if (open.delivering === 0) {
    endAsVoided(state, open, nowMs);
    return { value: { outcome: 'voided', holdMicroCredits, chargeMicroCredits: 0 } };
  }
  const chargeMicroCredits = Math.min(cost - delivered_absorbed, max_charge ?? Infinity);
  state.dropTexts(requestId);
  const absorbed = cost - chargeMicroCredits;
  endRequest(state, open, { as: 'settled', charge: chargeMicroCredits, absorbed, nowMs });
  return { value: { outcome: 'charged', holdMicroCredits, chargeMicroCredits } };
}

/** Undefined if the request has ended or another gateway holds it, because only its own gateway may end it. */
function openRequestOf(state: LedgerState, id: string, owner: string | null): OpenRequest | undefined {
  const open = state.tables.open_request.find({ id });
  return open?.owner === owner ? open : undefined;
}

/** Ends a request without a charge, and frees its idempotency key. */
function endAsVoided(state: LedgerState, open: OpenRequest, nowMs: number): void {
  const { id, account_id, idempotency_key: key } = open;
  if (key !== null) state.tables.idempotency.remove({ account_id, key });
  state.dropTexts(id);
  endRequest(state, open, { as: 'voided', charge: 0, absorbed: 0, nowMs });
}

interface Ending {
  readonly as: 'settled' | 'voided';
  readonly charge: number;
  readonly absorbed: number;
  readonly nowMs: number;
}

function endRequest(state: LedgerState, open: OpenRequest, { as, charge, absorbed, nowMs }: Ending): void {
  const { id, account_id: accountId, key_id, family_id, owner, hold, created_ms } = open;
  const account = state.tables.account.find({ id: accountId });
  if (account === undefined) throw new Error(`Account ${accountId} of request ${id} was not loaded.`);
  state.tables.account.update({
    ...account,
    posted: account.posted - charge,
    reserved: account.reserved - hold,
  });
  chargeToBudgets(state, { account_id: accountId, family_id: family_id ?? 0 }, { hold, charge, nowMs });
  state.tables.open_request.remove({ id });
  state.tables.request.insert({
    id,
    account_id: accountId,
    key_id,
    owner,
    state: as,
    hold,
    charge,
    absorbed,
    models: open.models,
    judges: open.judges,
    zero_data_retention: open.zero_data_retention,
    created_ms,
    finished_ms: nowMs,
  });
  state.addEvent(accountId, { requestId: id, alertId: null, nowMs });
}

function refuseEnded({ tables }: LedgerState, id: string): OperationResult {
  if (tables.open_request.find({ id }) !== undefined)
    return refuse('not-reserved', `Another process took the hold of request ${id}.`);
  const state = tables.request.find({ id })?.state;
  return refuse(
    'not-reserved',
    `Request ${id} ${state === undefined ? 'never had a hold' : `is ${state} already`}.`,
  );
}

/** The sum is exact: `checkSettlement` refuses larger ones, and `deliverRequest` checks it itself. */
function costOf(calls: readonly CallRecord[]): number {
  let cost = 0;
  for (const { costMicroCredits } of calls) cost += costMicroCredits;
  return cost;
}

function absorbedOf(calls: readonly CallRecord[]): number {
  let absorbed = 0;
  for (const { absorbedMicroCredits = 0 } of calls) absorbed += absorbedMicroCredits;
  return absorbed;
}

/** @param calls.from the sequence number of the first call. */
function insertCalls(
  state: LedgerState,
  requestId: string,
  { calls, from }: { readonly calls: readonly CallRecord[]; readonly from: number },
): void {
  let sequence = from;
  for (const call of calls) {
    state.tables.call.insert({
      request_id: requestId,
      sequence,
      role: call.role,
      position: call.index,
      model_id: call.modelId,
      status: call.status,
      fault_code: call.faultCode,
      tokens_in: call.tokensIn,
      tokens_cached: call.tokensCached,
      tokens_cache_write: call.tokensCacheWrite,
      tokens_out: call.tokensOut,
      searches: call.searches,
      attempts: call.attempts,
      latency_ms: call.latencyMs,
      provider_cost_nano_usd: call.providerCostNanoUsd,
      cost: call.costMicroCredits,
    });
    sequence += 1;
  }
}

/** Adds up the results of `recover` operations, except for requests that were refused or had ended already. */
export function sumOfRecovered(results: readonly OperationResult[]): Recovery {
  const sum = { voidedRequests: 0, chargedRequests: 0, chargedMicroCredits: 0, givenBackMicroCredits: 0 };
  for (const result of results) {
    const value = 'value' in result ? result.value : null;
    if (typeof value !== 'object' || value === null || !('outcome' in value)) continue;
    if (value.outcome !== 'voided' && value.outcome !== 'charged') continue;
    if (value.outcome === 'voided') sum.voidedRequests += 1;
    else sum.chargedRequests += 1;
    sum.chargedMicroCredits += value.chargeMicroCredits;
    sum.givenBackMicroCredits += Math.max(0, value.holdMicroCredits - value.chargeMicroCredits);
  }
  return sum;
}
