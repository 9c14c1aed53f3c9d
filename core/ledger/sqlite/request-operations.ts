import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OperationOf, Outcome } from '../ledger-operation.ts';
import type { CallRecord } from '../ledger.ts';
import { refuseNotReserved, refuseOverHold, refuseUnknownAccount, refuseVoid } from '../ledger-refusals.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { LedgerError } from '../ledger-error.ts';
import { readFlag, readInteger, readText } from '../ledger-row.ts';

interface Writer {
  readonly bootId: string;
  readonly nowMs: () => number;
}

interface Finish {
  readonly requestId: string;
  readonly state: 'settled' | 'voided';
  readonly chargeMicroCredits: number;
  readonly nowMs: number;
}

interface Closed {
  readonly accountId: number;
  readonly delivering: boolean;
}

/**
 * A request's steps. Each runs inside its caller's transaction and either refuses before it writes anything, or
 * throws, and then the caller rolls back.
 *
 * Numbers are bound as doubles; every amount is below 2^53, so the arithmetic stays exact and STRICT tables store integers.
 */
export class RequestOperations {
  readonly #writer: Writer;
  readonly #keys: IdempotencyKeys;
  readonly #hold: StatementSync;
  readonly #available: StatementSync;
  readonly #open: StatementSync;
  readonly #finish: StatementSync;
  readonly #state: StatementSync;
  readonly #pay: StatementSync;
  readonly #entry: StatementSync;
  readonly #call: StatementSync;
  readonly #deliver: StatementSync;
  readonly #cost: StatementSync;
  readonly #unlog: StatementSync;

  constructor(database: DatabaseSync, writer: Writer) {
    this.#writer = writer;
    this.#keys = new IdempotencyKeys(database);
    this.#hold = database.prepare(
      'UPDATE account SET reserved = reserved + ?1 WHERE id = ?2 AND posted - reserved >= ?1',
    );
    this.#available = database.prepare('SELECT posted - reserved AS available FROM account WHERE id = ?');
    this.#open = database.prepare(
      `INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms)
       VALUES (?, ?, 'reserved', ?, ?, ?, ?)`,
    );
    this.#finish = database.prepare(
      `UPDATE request SET state = ?1, charge = ?2, finished_ms = ?3
       WHERE id = ?4 AND state = 'reserved' AND owner = ?5 AND hold >= ?2
         AND NOT (?1 = 'voided' AND delivering = 1)
       RETURNING account_id, hold, delivering`,
    );
    this.#state = database.prepare('SELECT state, hold, owner, delivering FROM request WHERE id = ?');
    this.#pay = database.prepare(
      'UPDATE account SET posted = posted - ?1, reserved = reserved - ?2 WHERE id = ?3',
    );
    this.#entry = database.prepare(
      'INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (?, ?, ?, ?, ?)',
    );
    this.#call = database.prepare(
      `INSERT INTO call (request_id, sequence, role, position, model_id, status, fault_code, tokens_in, tokens_cached,
         tokens_cache_write, tokens_out, searches, attempts, latency_ms, provider_cost_nano_usd, charge)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT (request_id, sequence) DO NOTHING`,
    );
    this.#deliver = database.prepare(
      "UPDATE request SET delivering = 1 WHERE id = ? AND state = 'reserved' AND owner = ?",
    );
    this.#cost = database.prepare('SELECT coalesce(sum(charge), 0) AS cost FROM call WHERE request_id = ?');
    this.#unlog = database.prepare('DELETE FROM prompt_log WHERE request_id = ?');
  }

  reserve(reservation: OperationOf<'reserve'>): Outcome {
    const { requestId, accountId, holdMicroCredits, zeroDataRetention, idempotency } = reservation;
    const nowMs = this.#writer.nowMs();
    const earlier = idempotency === null ? undefined : this.#keys.find(accountId, idempotency, nowMs);
    if (earlier !== undefined) return { value: earlier };
    if (this.#hold.run(holdMicroCredits, accountId).changes === 0) {
      const account = this.#available.get(accountId);
      if (account === undefined) return refuseUnknownAccount(accountId);
      return {
        value: { outcome: 'insufficient', availableMicroCredits: readInteger(account, 'available') },
      };
    }
    // A request id used twice fails here on the primary key, and the rollback gives the hold back.
    const { bootId } = this.#writer;
    this.#open.run(requestId, accountId, holdMicroCredits, bootId, Number(zeroDataRetention), nowMs);
    if (idempotency !== null) this.#keys.claim(reservation, idempotency, nowMs);
    return { value: { outcome: 'reserved' } };
  }

  settle(settlement: OperationOf<'settle'>): Outcome {
    const { requestId, chargeMicroCredits, houseMicroCredits, calls } = settlement;
    const nowMs = this.#writer.nowMs();
    const closed = this.#close({ requestId, state: 'settled', chargeMicroCredits, nowMs });
    if (!('accountId' in closed)) return closed;
    if (houseMicroCredits > 0) {
      this.#entry.run(closed.accountId, requestId, 'house', houseMicroCredits, nowMs);
    }
    for (const [sequence, call] of calls.entries()) this.#insertCall(requestId, sequence, call);
    if (closed.delivering) this.#requireSum(requestId, chargeMicroCredits + houseMicroCredits);
    return { value: null };
  }

  deliver({ requestId, from, calls }: OperationOf<'deliver'>): Outcome {
    const { changes } = this.#deliver.run(requestId, this.#writer.bootId);
    if (changes === 0) return this.#explain({ requestId, state: 'settled', chargeMicroCredits: 0 });
    for (const [index, call] of calls.entries()) this.#insertCall(requestId, from + index, call);
    return { value: null };
  }

  void({ requestId }: OperationOf<'void'>): Outcome {
    const nowMs = this.#writer.nowMs();
    const closed = this.#close({ requestId, state: 'voided', chargeMicroCredits: 0, nowMs });
    if (!('accountId' in closed)) return closed;
    this.#keys.free(requestId);
    // Stored for the answer that is not given.
    this.#unlog.run(requestId);
    return { value: null };
  }

  /** @returns the account paid from, or the refusal. */
  #close(finish: Finish): Closed | Outcome {
    const { requestId, state, chargeMicroCredits, nowMs } = finish;
    const request = this.#finish.get(state, chargeMicroCredits, nowMs, requestId, this.#writer.bootId);
    if (request === undefined) return this.#explain(finish);
    const accountId = readInteger(request, 'account_id');
    const hold = readInteger(request, 'hold');
    this.#pay.run(chargeMicroCredits, hold, accountId);
    this.#entry.run(accountId, requestId, 'charge', chargeMicroCredits, nowMs);
    this.#entry.run(accountId, requestId, 'release', hold - chargeMicroCredits, nowMs);
    return { accountId, delivering: readFlag(request, 'delivering') };
  }

  /** Calls stored before count too: what leaves must be what is charged. @throws LedgerError `rejected`. */
  #requireSum(requestId: string, microCredits: number): void {
    const cost = readInteger(this.#cost.get(requestId) ?? {}, 'cost');
    if (cost !== microCredits)
      throw new LedgerError(
        'rejected',
        `The stored calls of ${requestId} cost ${cost}, not ${microCredits}.`,
      );
  }

  #explain({ requestId, state: wanted, chargeMicroCredits }: Omit<Finish, 'nowMs'>): Outcome {
    const request = this.#state.get(requestId);
    if (request === undefined) return refuseNotReserved(requestId, undefined);
    const state = readText(request, 'state');
    if (state !== 'reserved' || readText(request, 'owner') !== this.#writer.bootId) {
      return refuseNotReserved(requestId, state);
    }
    if (wanted === 'voided') return refuseVoid(requestId);
    return refuseOverHold(chargeMicroCredits, readInteger(request, 'hold'));
  }

  #insertCall(requestId: string, sequence: number, call: CallRecord): void {
    this.#call.run(
      requestId,
      sequence,
      call.role,
      call.index,
      call.modelId,
      call.status,
      call.faultCode,
      call.tokensIn,
      call.tokensCached,
      call.tokensCacheWrite,
      call.tokensOut,
      call.searches,
      call.attempts,
      call.latencyMs,
      call.providerCostNanoUsd,
      call.chargeMicroCredits,
    );
  }
}
