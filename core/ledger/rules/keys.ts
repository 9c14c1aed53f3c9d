import { refuse, refuseUnknownAccount } from '../ledger-error.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import type { KeyIdentity } from '../../stores/api-key.ts';
import { setBudgets } from './budgets.ts';
import type { LedgerState } from './ledger-state.ts';
import type { BatchContext } from './loaded.ts';

export function createKey(
  state: LedgerState,
  operation: OperationOf<'createKey'>,
  { nowMs }: BatchContext,
): OperationResult {
  const { accountName, prefix, hash, models = null, budgets = {} } = operation;
  const account = state.accountNamed(accountName);
  if (account === undefined) return refuseUnknownAccount(accountName);
  if (isDuplicate(state, operation)) return refuseDuplicateKey();
  const id = state.newId('api_key');
  state.tables.api_key.insert({
    id,
    account_id: account.id,
    family_id: id,
    prefix,
    hash,
    name: operation.name ?? null,
    models: models && JSON.stringify(models),
    requests_per_minute: operation.requestsPerMinute ?? null,
    created_ms: nowMs,
    expires_ms: operation.expiresMs ?? null,
    revoked_ms: null,
    successor: null,
  });
  state.setZeroCounts(account.id, id);
  setBudgets(state, { account_id: account.id, family_id: id }, { changes: budgets, nowMs });
  return { value: null };
}

export function changeKey(
  state: LedgerState,
  { prefix, settings }: OperationOf<'changeKey'>,
  { nowMs }: BatchContext,
): OperationResult {
  const { expiresMs, budgets = {}, name, models, requestsPerMinute } = settings;
  const key = state.keyWithPrefix(prefix);
  // The grace that the rotation left it stays as it is.
  if (expiresMs !== undefined && typeof key?.successor === 'string') {
    const { created_ms: replacedMs = nowMs } = state.keyWithPrefix(key.successor) ?? {};
    const day = new Date(replacedMs).toISOString().slice(0, 10);
    return refuse(
      'key-rotated',
      `The key ${prefix} was replaced by ${key.successor} on ${day}, so its expiry cannot be changed any more. Change that of ${key.successor}, or make a new key.`,
    );
  }
  if (key === undefined || key.revoked_ms !== null) return refuseUnknownKey(prefix);
  state.tables.api_key.update({
    ...key,
    ...(expiresMs !== undefined && { expires_ms: expiresMs }),
    ...(name !== undefined && { name }),
    ...(models !== undefined && { models: models && JSON.stringify(models) }),
    ...(requestsPerMinute !== undefined && { requests_per_minute: requestsPerMinute }),
  });
  setBudgets(state, key, { changes: budgets, nowMs });
  return { value: null };
}

export function revokeKey(
  state: LedgerState,
  { prefix }: OperationOf<'revokeKey'>,
  { nowMs }: BatchContext,
): OperationResult {
  const key = state.keyWithPrefix(prefix);
  if (key === undefined || key.revoked_ms !== null) return { value: false };
  state.tables.api_key.update({ ...key, revoked_ms: nowMs });
  return { value: true };
}

/** The new key is of the old one's family, so that a rotation leaves no more to spend. */
export function rotateKey(
  state: LedgerState,
  { prefix, successor, graceMs }: OperationOf<'rotateKey'>,
  { nowMs }: BatchContext,
): OperationResult {
  const old = state.keyWithPrefix(prefix);
  const isExpired = old !== undefined && old.expires_ms !== null && old.expires_ms <= nowMs;
  if (old === undefined || old.revoked_ms !== null || isExpired) return refuseUnknownKey(prefix);
  if (old.successor !== null)
    return refuse(
      'key-rotated',
      `The key ${prefix} was rotated already, and ${old.successor} has taken its place. Rotate that one, or revoke ${prefix}.`,
    );
  if (isDuplicate(state, successor)) return refuseDuplicateKey();
  const account = state.tables.account.find({ id: old.account_id });
  if (account === undefined) throw new Error(`The account of key ${prefix} was not loaded.`);
  state.tables.api_key.insert({
    ...old,
    id: state.newId('api_key'),
    prefix: successor.prefix,
    hash: successor.hash,
    created_ms: nowMs,
  });
  const oldExpiresMs = Math.min(old.expires_ms ?? Number.MAX_SAFE_INTEGER, nowMs + graceMs);
  state.tables.api_key.update({
    ...old,
    successor: successor.prefix,
    expires_ms: oldExpiresMs,
    revoked_ms: graceMs === 0 ? nowMs : null,
  });
  const { name, expires_ms: expiresMs } = old;
  return { value: { accountName: account.name, name, expiresMs, oldExpiresMs } };
}

function isDuplicate(state: LedgerState, { prefix, hash }: KeyIdentity): boolean {
  return (
    state.tables.api_key.search((key) => key.prefix === prefix || Buffer.compare(key.hash, hash) === 0) !==
    undefined
  );
}

function refuseDuplicateKey(): OperationResult {
  return refuse('key-exists', 'A key with this prefix exists already. Create another.');
}

function refuseUnknownKey(prefix: string): OperationResult {
  return refuse('key-unknown', `No active key has the prefix ${prefix}. \`assay key list\` shows every key.`);
}
