import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OperationOf, Outcome } from './ledger-operation.ts';
import type { CallRecord } from './ledger.ts';
import { refuseNotReserved, refuseOverHold, refuseText, refuseUnknownAccount } from './ledger-refusals.ts';
import { IdempotencyKeys } from './sqlite-idempotency.ts';
import { readInteger, readText } from './ledger-row.ts';

interface Writer {
  readonly bootId: string;
  readonly nowMs: () => number;
}

interface Finish {
  readonly requestId: string;
  readonly state: 'settled' | 'voided';
  readonly chargeMicroCredits: number;
  /** Whether texts come with it: under zero data retention that is refused. */
  readonly logged: boolean;
  readonly nowMs: number;
}

/**
 * A request's three steps. Each runs inside its caller's transaction and either refuses before it writes anything, or
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
  readonly #log: StatementSync;

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
       WHERE id = ?4 AND state = 'reserved' AND owner = ?5 AND hold >= ?2 AND zero_data_retention <= ?6
       RETURNING account_id, hold`,
    );
    this.#state = database.prepare('SELECT state, hold, owner FROM request WHERE id = ?');
    this.#pay = database.prepare(
      'UPDATE account SET posted = posted - ?1, reserved = reserved - ?2 WHERE id = ?3',
    );
    this.#entry = database.prepare(
      'INSERT INTO entry (account_id, request_id, kind, amount, created_ms) VALUES (?, ?, ?, ?, ?)',
    );
    this.#call = database.prepare(
      `INSERT INTO call (request_id, sequence, role, position, model_id, status, fault_code, tokens_in, tokens_cached,
         tokens_cache_write, tokens_out, searches, attempts, latency_ms, provider_cost_nano_usd, charge)
       VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
    );
    this.#log = database.prepare(
      'INSERT INTO prompt_log (request_id, request, response, finished_ms) VALUES (?, ?, ?, ?)',
    );
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
    const { requestId, chargeMicroCredits, houseMicroCredits, calls, log } = settlement;
    const nowMs = this.#writer.nowMs();
    const logged = log !== null;
    const accountId = this.#close({ requestId, state: 'settled', chargeMicroCredits, logged, nowMs });
    if (typeof accountId !== 'number') return accountId;
    if (houseMicroCredits > 0) {
      this.#entry.run(accountId, requestId, 'house', houseMicroCredits, nowMs);
    }
    for (const [sequence, call] of calls.entries()) this.#insertCall(requestId, sequence, call);
    if (log !== null) this.#log.run(requestId, log.request, log.response, nowMs);
    return { value: null };
  }

  void({ requestId }: OperationOf<'void'>): Outcome {
    const nowMs = this.#writer.nowMs();
    const accountId = this.#close({
      requestId,
      state: 'voided',
      chargeMicroCredits: 0,
      logged: false,
      nowMs,
    });
    if (typeof accountId !== 'number') return accountId;
    this.#keys.free(requestId);
    return { value: null };
  }

  /** @returns the account paid from, or the refusal. */
  #close(finish: Finish): number | Outcome {
    const { requestId, state, chargeMicroCredits, logged, nowMs } = finish;
    const mayKeepNothing = Number(!logged);
    const request = this.#finish.get(
      state,
      chargeMicroCredits,
      nowMs,
      requestId,
      this.#writer.bootId,
      mayKeepNothing,
    );
    if (request === undefined) return this.#explain(finish);
    const accountId = readInteger(request, 'account_id');
    const hold = readInteger(request, 'hold');
    this.#pay.run(chargeMicroCredits, hold, accountId);
    this.#entry.run(accountId, requestId, 'charge', chargeMicroCredits, nowMs);
    this.#entry.run(accountId, requestId, 'release', hold - chargeMicroCredits, nowMs);
    return accountId;
  }

  #explain({ requestId, chargeMicroCredits }: Finish): Outcome {
    const request = this.#state.get(requestId);
    if (request === undefined) return refuseNotReserved(requestId, undefined);
    const state = readText(request, 'state');
    if (state !== 'reserved' || readText(request, 'owner') !== this.#writer.bootId) {
      return refuseNotReserved(requestId, state);
    }
    const hold = readInteger(request, 'hold');
    return chargeMicroCredits > hold ? refuseOverHold(chargeMicroCredits, hold) : refuseText(requestId);
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
