import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { owedOf } from '../../billing/amounts.ts';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import type { CallRecord } from '../ledger.ts';
import {
  refuseNotReserved,
  refuseSuspendedAccount,
  refuseUnknownAccount,
  refuseVoid,
} from '../ledger-refusals.ts';
import { exhaustedBudget, type Budget } from '../budgets/budget.ts';
import { SqliteBudgets } from '../budgets/sqlite-budgets.ts';
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

/**
 * A request's steps. Each runs inside its caller's transaction and either refuses before it writes anything, or
 * throws, and then the caller rolls back.
 *
 * Numbers are bound as doubles; every amount is below 2^53, so the arithmetic stays exact and STRICT tables store integers.
 */
export class RequestOperations {
  readonly #writer: Writer;
  readonly #keys: IdempotencyKeys;
  readonly #budgets: SqliteBudgets;
  readonly #hold: StatementSync;
  readonly #refused: StatementSync;
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
    this.#budgets = new SqliteBudgets(database);
    this.#hold = database.prepare(
      'UPDATE account SET reserved = reserved + ?1 WHERE id = ?2 AND suspended = 0 AND posted - reserved >= ?1',
    );
    this.#refused = database.prepare('SELECT posted, reserved, suspended FROM account WHERE id = ?');
    this.#open = database.prepare(
      `INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id, models, judges)
       VALUES (?, ?, 'reserved', ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#finish = database.prepare(
      `UPDATE request SET state = ?1, charge = ?2, finished_ms = ?3
       WHERE id = ?4 AND state = 'reserved' AND owner = ?5
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

  reserve(reservation: OperationOf<'reserve'>): OperationResult {
    const { requestId, accountId, keyId, holdMicroCredits, zeroDataRetention, idempotency } = reservation;
    const nowMs = this.#writer.nowMs();
    const earlier = idempotency === null ? undefined : this.#keys.find(accountId, idempotency, nowMs);
    if (earlier !== undefined) return { value: earlier };
    const budget = exhaustedBudget(this.#budgets.binding(reservation, nowMs), holdMicroCredits);
    if (budget !== undefined || this.#hold.run(holdMicroCredits, accountId).changes === 0)
      return this.#refuse(accountId, budget);
    // A request id used twice fails here on the primary key, and the rollback gives the hold back.
    this.#open.run(
      requestId,
      accountId,
      holdMicroCredits,
      this.#writer.bootId,
      Number(zeroDataRetention),
      nowMs,
      keyId,
      JSON.stringify(reservation.models),
      JSON.stringify(reservation.judges),
    );
    if (idempotency !== null) this.#keys.claim(reservation, idempotency, nowMs);
    return { value: { outcome: 'reserved' } };
  }

  /** @param budget in which the hold does not fit. */
  #refuse(accountId: number, budget: Budget | undefined): OperationResult {
    const account = this.#refused.get(accountId);
    if (account === undefined) return refuseUnknownAccount(accountId);
    if (readFlag(account, 'suspended')) return refuseSuspendedAccount();
    if (budget !== undefined) return { value: { outcome: 'over_budget', budget } };
    const posted = readInteger(account, 'posted');
    return {
      value: {
        outcome: 'insufficient',
        availableMicroCredits: posted - readInteger(account, 'reserved'),
        owedMicroCredits: owedOf(posted),
      },
    };
  }

  settle(settlement: OperationOf<'settle'>): OperationResult {
    const { requestId, chargeMicroCredits, absorbedMicroCredits, calls } = settlement;
    const nowMs = this.#writer.nowMs();
    const finish: Finish = { requestId, chargeMicroCredits, state: 'settled', nowMs };
    const closed = this.#close(finish);
    if (closed === undefined) return this.#explain(finish);
    const { accountId, delivering } = closed;
    if (absorbedMicroCredits > 0)
      this.#entry.run(accountId, requestId, 'absorbed', absorbedMicroCredits, nowMs);
    for (const [sequence, call] of calls.entries()) this.#insertCall(requestId, sequence, call);
    if (delivering) this.#requireSum(requestId, chargeMicroCredits + absorbedMicroCredits);
    return { value: null };
  }

  deliver({ requestId, from, calls }: OperationOf<'deliver'>): OperationResult {
    const { changes } = this.#deliver.run(requestId, this.#writer.bootId);
    if (changes === 0) return this.#explain({ requestId, state: 'settled' });
    for (const [index, call] of calls.entries()) this.#insertCall(requestId, from + index, call);
    return { value: null };
  }

  void({ requestId }: OperationOf<'void'>): OperationResult {
    const nowMs = this.#writer.nowMs();
    const finish: Finish = { requestId, state: 'voided', chargeMicroCredits: 0, nowMs };
    if (this.#close(finish) === undefined) return this.#explain(finish);
    this.#keys.free(requestId);
    // Stored for the answer that is not given.
    this.#unlog.run(requestId);
    return { value: null };
  }

  /** @returns undefined where there is no such open hold of this process, or it may not be voided. */
  #close({
    requestId,
    state,
    chargeMicroCredits,
    nowMs,
  }: Finish): { readonly accountId: number; readonly delivering: boolean } | undefined {
    const request = this.#finish.get(state, chargeMicroCredits, nowMs, requestId, this.#writer.bootId);
    if (request === undefined) return undefined;
    const accountId = readInteger(request, 'account_id');
    const hold = readInteger(request, 'hold');
    this.#pay.run(chargeMicroCredits, hold, accountId);
    this.#entry.run(accountId, requestId, 'charge', chargeMicroCredits, nowMs);
    this.#entry.run(accountId, requestId, 'release', Math.max(0, hold - chargeMicroCredits), nowMs);
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

  #explain({ requestId, state: wanted }: Pick<Finish, 'requestId' | 'state'>): OperationResult {
    const request = this.#state.get(requestId);
    if (request === undefined) return refuseNotReserved(requestId, undefined);
    const state = readText(request, 'state');
    if (state !== 'reserved' || readText(request, 'owner') !== this.#writer.bootId) {
      return refuseNotReserved(requestId, state);
    }
    if (wanted === 'voided') return refuseVoid(requestId);
    // Nothing else keeps an open hold from being settled.
    throw new LedgerError('rejected', `The hold of ${requestId} cannot be settled.`);
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
