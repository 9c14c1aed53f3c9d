import type { OperationOf } from '../ledger-operation.ts';
import type { IdempotencyClaim, KeyUse } from '../ledger.ts';
import type { LedgerState } from './ledger-state.ts';

/**
 * How long an idempotency key belongs to its request, counted from the hold, in milliseconds. Its reply may be deleted
 * earlier.
 */
export const IDEMPOTENCY_WINDOW_MS = 24 * 60 * 60 * 1000;

/** The stored facts about an idempotency key and its request. */
interface StoredUse {
  readonly fingerprint: string;
  readonly requestId: string;
  /** When the key was claimed, Unix milliseconds. */
  readonly createdMs: number;
  /** Null while the request is open. */
  readonly chargeMicroCredits: number | null;
  /** Null if no response is logged. */
  readonly responseBytes: number | null;
}

/**
 * Decides how a stored key answers a request with this body; undefined if the key is free again. The key of an open
 * request never expires, because otherwise a clock that jumps could start the request a second time.
 */
export function useOf(
  { fingerprint, requestId, createdMs, chargeMicroCredits, responseBytes }: StoredUse,
  claimed: Pick<IdempotencyClaim, 'fingerprint'>,
  nowMs: number,
): KeyUse | undefined {
  const isOpen = chargeMicroCredits === null;
  if (!isOpen && createdMs <= nowMs - IDEMPOTENCY_WINDOW_MS) return undefined;
  if (fingerprint !== claimed.fingerprint) return { outcome: 'key_mismatch' };
  if (isOpen) return { outcome: 'in_flight', requestId };
  return { outcome: 'settled', requestId, chargeMicroCredits, responseBytes };
}

/** Finds how the idempotency key of a hold was used before; undefined if it is free. */
export function earlierUse(
  state: LedgerState,
  { accountId, idempotency }: OperationOf<'hold'>,
  nowMs: number,
): KeyUse | undefined {
  if (idempotency === null) return undefined;
  const row = state.tables.idempotency.find({ account_id: accountId, key: idempotency.key });
  if (row === undefined) return undefined;
  const { fingerprint, request_id: requestId, created_ms: createdMs } = row;
  const request = state.tables.request.find({ id: requestId });
  if (request === undefined && state.tables.open_request.find({ id: requestId }) === undefined)
    throw new Error(`Request ${requestId} has an idempotency key, but is not there.`);
  const chargeMicroCredits = request?.charge ?? null;
  const responseBytes = state.responseBytesOf(requestId);
  const stored = { fingerprint, requestId, createdMs, chargeMicroCredits, responseBytes };
  return useOf(stored, idempotency, nowMs);
}

/** Call it only if `earlierUse` found nothing. A row that still has this key has expired, so it is overwritten. */
export function claimKey(
  state: LedgerState,
  { accountId, requestId, idempotency }: OperationOf<'hold'>,
  nowMs: number,
): void {
  if (idempotency === null) return;
  const { key, fingerprint } = idempotency;
  const row = { account_id: accountId, key, fingerprint, request_id: requestId, created_ms: nowMs };
  const { idempotency: rows } = state.tables;
  if (rows.find(row) === undefined) rows.insert(row);
  else rows.update(row);
}
