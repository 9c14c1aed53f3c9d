import { IDEMPOTENCY_WINDOW_MS } from '../idempotency-window.ts';
import type { OperationOf } from '../ledger-operation.ts';
import type { KeyUse } from '../ledger.ts';
import type { LedgerState } from './ledger-state.ts';

/**
 * How a reservation's idempotency key was used before; undefined where it is free. A clock that jumps must not start a
 * running request a second time, so a key in flight has no age.
 */
export function earlierUse(
  state: LedgerState,
  { accountId, idempotency }: OperationOf<'reserve'>,
  nowMs: number,
): KeyUse | undefined {
  if (idempotency === null) return undefined;
  const row = state.tables.idempotency.find({ account_id: accountId, key: idempotency.key });
  if (row === undefined) return undefined;
  const { request_id: requestId } = row;
  const isOpen = state.tables.open_request.find({ id: requestId }) !== undefined;
  if (!isOpen && row.created_ms <= nowMs - IDEMPOTENCY_WINDOW_MS) return undefined;
  if (row.fingerprint !== idempotency.fingerprint) return { outcome: 'key_mismatch' };
  if (isOpen) return { outcome: 'in_flight', requestId };
  const request = state.tables.request.find({ id: requestId });
  if (request === undefined)
    throw new Error(`Request ${requestId} has an idempotency key, but is not there.`);
  return {
    outcome: 'settled',
    requestId,
    chargeMicroCredits: request.charge,
    responseBytes: state.responseBytesOf(requestId),
  };
}

/** Only where `earlierUse` found nothing: what is left in its place has expired. */
export function claimKey(
  state: LedgerState,
  { accountId, requestId, idempotency }: OperationOf<'reserve'>,
  nowMs: number,
): void {
  if (idempotency === null) return;
  const { key, fingerprint } = idempotency;
  const row = { account_id: accountId, key, fingerprint, request_id: requestId, created_ms: nowMs };
  const { idempotency: rows } = state.tables;
  if (rows.find(row) === undefined) rows.insert(row);
  else rows.update(row);
}
