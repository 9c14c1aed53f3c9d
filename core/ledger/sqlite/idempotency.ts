import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { IDEMPOTENCY_WINDOW_MS } from '../idempotency-window.ts';
import type { IdempotencyClaim, KeyUse, Reservation } from '../ledger.ts';
import { readInteger, readOptionalInteger, readText } from '../ledger-row.ts';

/** Which request an account's key belongs to. */
export class IdempotencyLookup {
  readonly #find: StatementSync;

  constructor(database: DatabaseSync) {
    // A clock that jumps must not start a running request a second time, so a key in flight has no age. The length of
    // the answer is in its row's header: the answer itself is not read.
    this.#find = database.prepare(
      `SELECT i.fingerprint, r.id, r.state, r.charge, octet_length(l.response) AS response_bytes
       FROM idempotency i JOIN request r ON r.id = i.request_id LEFT JOIN prompt_log l ON l.request_id = r.id
       WHERE i.account_id = ? AND i.key = ? AND (i.created_ms > ? OR r.state = 'reserved')`,
    );
  }

  /** @returns how the key was used before; undefined where it is free. */
  find(accountId: number, claim: IdempotencyClaim, nowMs: number): KeyUse | undefined {
    const row = this.#find.get(accountId, claim.key, nowMs - IDEMPOTENCY_WINDOW_MS);
    if (row === undefined) return undefined;
    if (readText(row, 'fingerprint') !== claim.fingerprint) return { outcome: 'key_mismatch' };
    const requestId = readText(row, 'id');
    if (readText(row, 'state') === 'reserved') return { outcome: 'in_flight', requestId };
    return {
      outcome: 'settled',
      requestId,
      chargeMicroCredits: readInteger(row, 'charge'),
      responseBytes: readOptionalInteger(row, 'response_bytes'),
    };
  }
}

/** Every step runs inside the transaction of the hold or of the void. */
export class IdempotencyKeys extends IdempotencyLookup {
  readonly #claim: StatementSync;
  readonly #free: StatementSync;

  constructor(database: DatabaseSync) {
    super(database);
    this.#claim = database.prepare(
      `INSERT INTO idempotency (account_id, key, fingerprint, request_id, created_ms) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (account_id, key) DO UPDATE
       SET fingerprint = excluded.fingerprint, request_id = excluded.request_id, created_ms = excluded.created_ms`,
    );
    this.#free = database.prepare('DELETE FROM idempotency WHERE request_id = ?');
  }

  /** Only after `find` said that the key is free: what is left in its place has expired. */
  claim({ accountId, requestId }: Reservation, { key, fingerprint }: IdempotencyClaim, nowMs: number): void {
    this.#claim.run(accountId, key, fingerprint, requestId, nowMs);
  }

  free(requestId: string): void {
    this.#free.run(requestId);
  }
}
