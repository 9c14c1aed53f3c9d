import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { OperationOf, OperationResult } from '../ledger-operation.ts';
import type { CallRecord, SettleResult } from '../ledger.ts';
import { dayOf, EXPOSURE_PER_FREE, isOverrun, MAX_OVERRUN_PERCENT } from '../overrun-day.ts';
import {
  refuseNotReserved,
  refuseOverrunAccount,
  refuseSuspendedAccount,
  refuseUnknownAccount,
  refuseVoid,
} from '../ledger-refusals.ts';
import { exhaustedBudget, leftOf, type Budget } from '../budgets/budget.ts';
import { SqliteBudgets } from '../budgets/sqlite-budgets.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { LedgerError } from '../ledger-error.ts';
import { readFlag, readInteger, readOptionalInteger, readText, type Row } from '../ledger-row.ts';

interface Writer {
  readonly bootId: string;
  readonly nowMs: () => number;
}

interface Finish {
  readonly requestId: string;
  readonly state: 'settled' | 'voided';
  /** At most the hold is charged of it. */
  readonly chargeMicroCredits: number;
  /** What the absorbed bears of it already, because of an overrun. */
  readonly overrunMicroCredits: number;
  /** The part of it that the account could not pay. */
  readonly unpaidMicroCredits?: number;
  readonly nowMs: number;
}

interface Closed extends SettleResult {
  readonly accountId: number;
  readonly delivering: boolean;
}

/** Of an account, where `?4` is the day: as `isOverrun`. */
const OVERRUNNING = `overrun_day = ?4 AND day_overrun * 100 > day_charged * ${MAX_OVERRUN_PERCENT}`;
/**
 * The same of what could not be paid of requests that held the most they could cost: only refusing the account helps. The
 * column is named for those requests, but counts only what of them is unpaid.
 */
const REFUSED = `overrun_day = ?4 AND day_worst_overrun * 100 > day_charged * ${MAX_OVERRUN_PERCENT}`;

/** Of an account: what it was charged lately, as `carriedTo` counts, today included. */
const CHARGED_LATELY = `iif(overrun_day = ?4, charged_before + day_charged, ${carriedTo('?4')})`;

/** The exposures of an account with one more, but for the largest of the open ones, which may be anything. */
function otherExposures(added: string): string {
  return `(SELECT account.exposure + ${added} - max(${added}, coalesce(max(request.exposure), 0)) AS others
    FROM request WHERE request.account_id = account.id AND request.state = 'reserved')`;
}

/**
 * What has to be free beyond the holds with an exposure more. Of the others a part has to be free, and all that is beyond
 * the history: whole holds count on what is free as well.
 */
function freeForExposure(added: string): string {
  return `(SELECT max((others + ${EXPOSURE_PER_FREE - 1}) / ${EXPOSURE_PER_FREE}, others - ${CHARGED_LATELY})
    FROM ${otherExposures(added)})`;
}

/** What counts on a later day of the charges so far: half for each day; nothing after a day with too large overruns. */
function carriedTo(day: string): string {
  return `iif(day_overrun * 100 > day_charged * ${MAX_OVERRUN_PERCENT}, 0,
    (charged_before + day_charged) >> max(1, min(62, CAST(${day} AS INTEGER) - overrun_day)))`;
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
  readonly #raiseReserved: StatementSync;
  readonly #open: StatementSync;
  readonly #finish: StatementSync;
  readonly #state: StatementSync;
  readonly #short: StatementSync;
  readonly #raise: StatementSync;
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
    // The sum of the exposures may be beyond what a double holds exactly.
    this.#hold = database.prepare(
      `UPDATE account SET exposure = exposure + CAST(?3 AS INTEGER), reserved = reserved + ?1
       WHERE id = ?2 AND suspended = 0 AND NOT (${REFUSED}) AND posted - reserved >= ?1
         AND (?3 = 0 OR NOT (${OVERRUNNING}))
         AND (exposure = 0 OR posted - reserved - ?1 >= ${freeForExposure('CAST(?3 AS INTEGER)')})
         AND (?5 OR exposure = 0
           OR (SELECT others <= ${CHARGED_LATELY} FROM ${otherExposures('CAST(?3 AS INTEGER)')}))`,
    );
    this.#refused = database.prepare(
      `SELECT posted - reserved AS available, suspended, ${REFUSED} AS refused, CASE
         WHEN exposure = 0 AND NOT (?3 > 0 AND ${OVERRUNNING}) THEN ?1
         WHEN ${OVERRUNNING} THEN ?1 + ?3 + ${freeForExposure('0')}
         ELSE ?1 + ${freeForExposure('CAST(?3 AS INTEGER)')} END AS required
       FROM account WHERE id = ?2`,
    );
    this.#raiseReserved = database.prepare('UPDATE account SET reserved = reserved + ?1 WHERE id = ?2');
    this.#open = database.prepare(
      `INSERT INTO request (id, account_id, state, hold, owner, zero_data_retention, created_ms, key_id, models, judges,
         exposure)
       VALUES (?, ?, 'reserved', ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#finish = database.prepare(
      `UPDATE request SET state = ?1, charge = ?2, finished_ms = ?3
       WHERE id = ?4 AND state = 'reserved' AND owner = ?5 AND hold >= ?2
         AND NOT (?1 = 'voided' AND delivering = 1)
       RETURNING account_id, hold, delivering, exposure`,
    );
    this.#state = database.prepare('SELECT state, hold, owner, delivering FROM request WHERE id = ?');
    this.#short = database.prepare(
      `SELECT min(?1 - request.hold, account.posted - account.reserved) AS affordable, request.hold, request.account_id, request.key_id
       FROM request JOIN account ON account.id = request.account_id
       WHERE request.id = ?2 AND state = 'reserved' AND owner = ?3 AND request.hold < ?1`,
    );
    this.#raise = database.prepare('UPDATE request SET hold = hold + ?1, raised = raised + ?1 WHERE id = ?2');
    this.#pay = database.prepare(
      `UPDATE account SET posted = posted - ?1, reserved = reserved - ?2,
         exposure = exposure - CAST(?6 AS INTEGER),
         charged_before = iif(overrun_day = ?5, charged_before, ${carriedTo('?5')}),
         day_charged = iif(overrun_day = ?5, day_charged, 0) + ?1,
         day_overrun = iif(overrun_day = ?5, day_overrun, 0) + ?4,
         day_worst_overrun = iif(overrun_day = ?5, day_worst_overrun, 0) + ?7, overrun_day = ?5
       WHERE id = ?3 RETURNING day_charged, day_overrun, day_worst_overrun`,
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
    const { requestId, accountId, keyId, zeroDataRetention, idempotency } = reservation;
    const nowMs = this.#writer.nowMs();
    const earlier = idempotency === null ? undefined : this.#keys.find(accountId, idempotency, nowMs);
    if (earlier !== undefined) return { value: earlier };
    const budgets = this.#budgets.binding(reservation, nowMs);
    const hold = this.#takeHold(reservation, budgets, nowMs);
    if (hold === undefined) return this.#refuse(reservation, budgets, nowMs);
    // A request id used twice fails here on the primary key, and the rollback gives the hold back.
    this.#open.run(
      requestId,
      accountId,
      hold.microCredits,
      this.#writer.bootId,
      Number(zeroDataRetention),
      nowMs,
      keyId,
      JSON.stringify(reservation.models),
      JSON.stringify(reservation.judges),
      hold.exposure,
    );
    if (idempotency !== null) this.#keys.claim(reservation, idempotency, nowMs);
    const { microCredits: holdMicroCredits } = hold;
    const isOther = holdMicroCredits !== reservation.holdMicroCredits;
    return { value: { outcome: 'reserved', ...(isOther && { holdMicroCredits }) } };
  }

  /** @returns undefined where the account cannot have either hold, or it does not fit in a budget. */
  #takeHold(
    { accountId, holdMicroCredits, exposureMicroCredits, mayHoldExposure }: OperationOf<'reserve'>,
    budgets: readonly Budget[],
    nowMs: number,
  ): { readonly microCredits: number; readonly exposure: number } | undefined {
    // What is free pays nothing of an exposure beyond the request's own bound.
    const isPaid = Number(mayHoldExposure || exposureMicroCredits === 0);
    const take = (microCredits: number, exposure: number): boolean =>
      exhaustedBudget(budgets, microCredits) === undefined &&
      this.#hold.run(microCredits, accountId, exposure, dayOf(nowMs), isPaid).changes > 0;
    if (take(holdMicroCredits, exposureMicroCredits))
      return { microCredits: holdMicroCredits, exposure: exposureMicroCredits };
    const whole = holdMicroCredits + exposureMicroCredits;
    if (exposureMicroCredits === 0 || !mayHoldExposure || !take(whole, 0)) return undefined;
    return { microCredits: whole, exposure: 0 };
  }

  #refuse(
    { accountId, holdMicroCredits, exposureMicroCredits, mayHoldExposure }: OperationOf<'reserve'>,
    budgets: readonly Budget[],
    nowMs: number,
  ): OperationResult {
    const account = this.#refused.get(holdMicroCredits, accountId, exposureMicroCredits, dayOf(nowMs));
    if (account === undefined) return refuseUnknownAccount(accountId);
    if (readFlag(account, 'suspended')) return refuseSuspendedAccount();
    if (readFlag(account, 'refused')) return refuseOverrunAccount();
    const [available, required] = [readInteger(account, 'available'), readInteger(account, 'required')];
    // A balance that suffices for the exposure as well leaves only the budgets.
    const isShort = available < required;
    const whole = holdMicroCredits + exposureMicroCredits;
    for (const wanted of isShort || !mayHoldExposure ? [holdMicroCredits] : [holdMicroCredits, whole]) {
      const budget = exhaustedBudget(budgets, wanted);
      if (budget !== undefined)
        return { value: { outcome: 'over_budget', budget, requiredMicroCredits: wanted } };
    }
    if (!isShort && !mayHoldExposure) return { value: { outcome: 'unpayable' } };
    return {
      value: { outcome: 'insufficient', availableMicroCredits: available, requiredMicroCredits: required },
    };
  }

  settle(settlement: OperationOf<'settle'>): OperationResult {
    const { requestId, chargeMicroCredits, calls } = settlement;
    const nowMs = this.#writer.nowMs();
    const finish: Finish = { overrunMicroCredits: 0, ...settlement, state: 'settled', nowMs };
    const closed = this.#close(finish) ?? this.#closeBeyondHold(finish);
    if (closed === undefined) return this.#explain(finish);
    const { accountId, delivering, ...outcome } = closed;
    const absorbed = settlement.absorbedMicroCredits + chargeMicroCredits - outcome.chargeMicroCredits;
    if (absorbed > 0) this.#entry.run(accountId, requestId, 'absorbed', absorbed, nowMs);
    for (const [sequence, call] of calls.entries()) this.#insertCall(requestId, sequence, call);
    if (delivering) this.#requireSum(requestId, outcome.chargeMicroCredits + absorbed);
    return { value: outcome };
  }

  /**
   * A charge that the hold does not cover: the hold is raised by what the account has free and its budgets leave, and the
   * absorbed bears what even that does not cover.
   */
  #closeBeyondHold(finish: Finish): Closed | undefined {
    const { requestId, chargeMicroCredits: wanted, overrunMicroCredits, unpaidMicroCredits = 0 } = finish;
    const { nowMs } = finish;
    const short = this.#short.get(wanted, requestId, this.#writer.bootId);
    if (short === undefined) return undefined;
    const accountId = readInteger(short, 'account_id');
    const budgets = this.#budgets.binding({ accountId, keyId: readOptionalInteger(short, 'key_id') }, nowMs);
    const affordable = readInteger(short, 'affordable');
    const raise = Math.min(affordable, ...budgets.map(leftOf));
    if (raise > 0) {
      this.#raise.run(raise, requestId);
      this.#raiseReserved.run(raise, accountId);
    }
    const chargeMicroCredits = readInteger(short, 'hold') + raise;
    // What was stored of the answer says the whole charge.
    if (chargeMicroCredits < wanted) this.#unlog.run(requestId);
    return this.#close({
      ...finish,
      chargeMicroCredits,
      overrunMicroCredits: overrunMicroCredits + wanted - chargeMicroCredits,
      // What only a budget cut off could be paid.
      unpaidMicroCredits: unpaidMicroCredits + wanted - readInteger(short, 'hold') - affordable,
    });
  }

  deliver({ requestId, from, calls }: OperationOf<'deliver'>): OperationResult {
    const { changes } = this.#deliver.run(requestId, this.#writer.bootId);
    if (changes === 0) return this.#explain({ requestId, state: 'settled' });
    for (const [index, call] of calls.entries()) this.#insertCall(requestId, from + index, call);
    return { value: null };
  }

  void({ requestId }: OperationOf<'void'>): OperationResult {
    const nowMs = this.#writer.nowMs();
    const finish: Finish = {
      requestId,
      state: 'voided',
      chargeMicroCredits: 0,
      overrunMicroCredits: 0,
      nowMs,
    };
    if (this.#close(finish) === undefined) return this.#explain(finish);
    this.#keys.free(requestId);
    // Stored for the answer that is not given.
    this.#unlog.run(requestId);
    return { value: null };
  }

  /** @returns undefined where there is no such open hold of this process, or it does not cover the charge. */
  #close(finish: Finish): Closed | undefined {
    const {
      requestId,
      state,
      chargeMicroCredits,
      overrunMicroCredits,
      unpaidMicroCredits = 0,
      nowMs,
    } = finish;
    const request = this.#finish.get(state, chargeMicroCredits, nowMs, requestId, this.#writer.bootId);
    if (request === undefined) return undefined;
    const accountId = readInteger(request, 'account_id');
    const hold = readInteger(request, 'hold');
    const exposure = readInteger(request, 'exposure');
    // A request without an exposure held the most it could cost.
    const unpaidOfWorstMicroCredits = exposure === 0 ? unpaidMicroCredits : 0;
    const today = this.#pay.get(
      chargeMicroCredits,
      hold,
      accountId,
      overrunMicroCredits,
      dayOf(nowMs),
      exposure,
      unpaidOfWorstMicroCredits,
    );
    this.#entry.run(accountId, requestId, 'charge', chargeMicroCredits, nowMs);
    this.#entry.run(accountId, requestId, 'release', hold - chargeMicroCredits, nowMs);
    return {
      accountId,
      delivering: readFlag(request, 'delivering'),
      chargeMicroCredits,
      beganOverrunning: passedLimit(today ?? {}, 'day_overrun', { chargeMicroCredits, overrunMicroCredits }),
      ...(passedLimit(today ?? {}, 'day_worst_overrun', {
        chargeMicroCredits,
        overrunMicroCredits: unpaidOfWorstMicroCredits,
      }) && { isRefused: true }),
    };
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

/** Whether the absorbed's share of an account's day was in order before this request ended and is not any more. */
function passedLimit(
  today: Row,
  column: 'day_overrun' | 'day_worst_overrun',
  { chargeMicroCredits, overrunMicroCredits }: Pick<Finish, 'chargeMicroCredits' | 'overrunMicroCredits'>,
): boolean {
  if (overrunMicroCredits === 0) return false;
  const charged = readInteger(today, 'day_charged');
  const overrun = readInteger(today, column);
  const wasOverrun = isOverrun(charged - chargeMicroCredits, overrun - overrunMicroCredits);
  return !wasOverrun && isOverrun(charged, overrun);
}
