import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import { refuse } from '../ledger-refusals.ts';
import type { LedgerState } from './ledger-state.ts';
import type { Moment } from './loaded.ts';

export function createAdminToken(
  state: LedgerState,
  { name, scope, prefix, hash }: OperationOf<'createAdminToken'>,
  { nowMs }: Moment,
): OperationResult {
  const tokens = state.tables.admin_token;
  if (tokens.search((token) => token.name === name || token.prefix === prefix) !== undefined)
    return refuse(
      'token-exists',
      `There is or was an admin token named ${name}. Choose another name, so that the audit log tells them apart.`,
    );
  tokens.insert({ name, scope, prefix, hash, created_ms: nowMs, revoked_ms: null });
  return { value: null };
}

export function revokeAdminToken(
  state: LedgerState,
  { name }: OperationOf<'revokeAdminToken'>,
  { nowMs }: Moment,
): OperationResult {
  const token = state.tables.admin_token.find({ name });
  if (token === undefined || token.revoked_ms !== null) return { value: false };
  state.tables.admin_token.update({ ...token, revoked_ms: nowMs });
  return { value: true };
}
