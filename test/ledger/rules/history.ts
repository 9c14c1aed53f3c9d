import type { Operation, OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { IDEMPOTENCY_WINDOW_MS } from '../../../core/ledger/rules/idempotency.ts';
import { call, sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import type { MemoryStore } from './memory-store.ts';
import { PlainBooks, type PlainRequest } from './plain-books.ts';

const HOUR_MS = 60 * 60 * 1_000;
const ACCOUNTS = [1, 2];
const OWNER = 'alive';
const NOBODY: PlainRequest = {
  id: 'nobody',
  accountId: 1,
  familyId: 0,
  owner: 'nobody',
  hold: 0,
  key: undefined,
  isDelivering: false,
  delivered: [],
};

/** An operation with its expected result. */
interface Step {
  readonly operation: Operation;
  readonly expected: unknown;
}

/**
 * Draws operations from numbers, computes their results from plain facts, and compares all figures after each batch.
 * Account 2 has a webhook. Each account has a key, and requests come with it or without.
 */
export class History {
  readonly #store: MemoryStore;
  readonly #books = new PlainBooks();
  readonly #families = new Map<number, number>();
  /** The newest key of each account. */
  readonly #keys = new Map<number, { readonly id: number; readonly prefix: string }>();
  /** Shortly before a year ends, so that days and months do. */
  #nowMs = Date.UTC(2026, 11, 30, 20);
  #serial = 0;
  #keyCount = 0;
  #owner = OWNER;

  constructor(store: MemoryStore) {
    this.#store = store;
    store.webhookAccountIds.add(2);
    for (const accountId of ACCOUNTS) {
      this.#run([{ kind: 'createAccount', name: `account ${accountId}`, microCredits: 100 }]);
      this.#books.credits.push({ accountId, amount: 100 });
      this.#run([this.#newKey(accountId)]);
    }
  }

  /** @param numbers three for each operation; the first also decides where a batch ends. */
  play(numbers: readonly number[]): void {
    let batch: Step[] = [];
    for (let place = 0; place + 2 < numbers.length; place += 3) {
      const [kind, one, other] = [numbers[place] ?? 0, numbers[place + 1] ?? 0, numbers[place + 2] ?? 0];
      batch.push(...this.#draw(kind % 16, one, other));
      if ((kind & 32) === 0) continue;
      this.#commit(batch);
      batch = [];
      this.#pass(other);
    }
    this.#commit(batch);
  }

  #commit(batch: readonly Step[]): void {
    const results = this.#run(batch.map(({ operation }) => operation));
    for (const [index, { operation, expected }] of batch.entries())
      if (answerOf(results[index]) !== expected)
        same(answerOf(results[index]), expected, JSON.stringify(operation));
    this.#compare();
  }

  #run(operations: readonly Operation[]): readonly OperationResult[] {
    return this.#store.write(operations, { nowMs: this.#nowMs, owner: this.#owner });
  }

  /** Between batches time passes, seldom backwards, and now and then the gateway dies. */
  #pass(number: number): void {
    if (number % 7 === 0) this.#nowMs += 13 * HOUR_MS;
    if (number % 47 === 9) this.#nowMs += 500 * HOUR_MS;
    if (number % 31 === 5) this.#nowMs -= 9 * HOUR_MS;
    if (number % 41 === 3) this.#owner = `${OWNER} ${(this.#serial += 1)}`;
  }

  #draw(kind: number, one: number, other: number): readonly Step[] {
    const accountId = 1 + (one % 2);
    if (kind < 5) return [this.#reserve(accountId, one >> 1, other)];
    if (kind < 9) return [this.#settle(this.#pick(one), one, other)];
    if (kind === 9) return [this.#void(this.#pick(one))];
    if (kind === 10) return [this.#deliver(this.#pick(one), other)];
    if (kind === 11) return [this.#recover(this.#pick(one))];
    if (kind === 12) return [this.#grant(accountId, other)];
    if (kind === 13) return [this.#correct(accountId, other + 1)];
    if (kind === 14) return [this.#setBudget(accountId, one >> 1, other)];
    return [other % 4 === 0 ? this.#suspend(accountId, one) : this.#rotate(accountId)];
  }

  #pick(index: number): PlainRequest {
    const open = [...this.#books.open.values()];
    return open[index % open.length] ?? NOBODY;
  }

  #reserve(accountId: number, one: number, hold: number): Step {
    const key = this.#keys.get(accountId);
    const keyId = one % 2 === 0 && key !== undefined ? key.id : null;
    const familyId = keyId === null ? 0 : (this.#families.get(keyId) ?? 0);
    const id = `request ${(this.#serial += 1)}`;
    const claim =
      (one >> 1) % 3 === 0 ? undefined : { key: `key ${one % 2}`, fingerprint: `${(one >> 3) % 2}` };
    const operation: Operation = {
      kind: 'hold',
      ...sampleHold(id, { accountId, keyId, holdMicroCredits: hold, idempotency: claim ?? null }),
    };
    const request: PlainRequest = {
      id,
      accountId,
      familyId,
      owner: this.#owner,
      hold,
      key: claim?.key,
      isDelivering: false,
      delivered: [],
    };
    return { operation, expected: this.#reserved(request, claim?.fingerprint ?? '') };
  }

  #reserved(request: PlainRequest, body: string): unknown {
    const { accountId, hold, key, id: requestId } = request;
    const use = key === undefined ? undefined : this.#books.uses.get(`${accountId} ${key}`);
    const isOpen = use !== undefined && this.#books.open.has(use.requestId);
    if (use !== undefined && (isOpen || this.#nowMs - use.atMs < IDEMPOTENCY_WINDOW_MS)) {
      if (use.body !== body) return 'key_mismatch';
      return isOpen ? 'in_flight' : 'settled';
    }
    if (this.#books.suspended.has(accountId)) return 'account-suspended';
    if (this.#books.posted(accountId) < 0) return 'insufficient';
    if (!this.#books.fitsBudgets(request, this.#nowMs)) return 'over_budget';
    if (this.#books.posted(accountId) - this.#books.held(accountId) < hold) return 'insufficient';
    this.#books.open.set(requestId, request);
    if (key !== undefined)
      this.#books.uses.set(`${accountId} ${key}`, { body, requestId, atMs: this.#nowMs });
    return 'held';
  }

  #settle(request: PlainRequest, one: number, charge: number): Step {
    const { delivered, id } = request;
    const deliveredCost = delivered.reduce((sum, cost) => sum + cost, 0);
    // Now and then less than what has left.
    const rest = Math.max(one % 11 === 0 ? -1 : 0, charge - deliveredCost);
    const absorbedMicroCredits = one % 3;
    const last = [
      ...(rest < 0 ? [] : [call({ costMicroCredits: rest })]),
      call({ costMicroCredits: absorbedMicroCredits }),
    ];
    const repeated = rest < 0 ? delivered.slice(1) : delivered;
    const calls = [...repeated.map((cost) => call({ costMicroCredits: cost })), ...last];
    const chargeMicroCredits =
      calls.reduce((sum, { costMicroCredits: cost }) => sum + cost, 0) - absorbedMicroCredits;
    const operation: Operation = {
      kind: 'settle',
      ...settlement(id, { chargeMicroCredits, absorbedMicroCredits, calls }),
    };
    if (!this.#isOwn(request)) return { operation, expected: 'not-reserved' };
    const first = calls.slice(0, delivered.length);
    const isShort =
      first.length < delivered.length ||
      first.reduce((sum, { costMicroCredits: cost }) => sum + cost, 0) !== deliveredCost;
    if (isShort) return { operation, expected: 'rejected' };
    this.#books.end(request, { state: 'settled', charge: chargeMicroCredits, atMs: this.#nowMs });
    return { operation, expected: 'done' };
  }

  #void(request: PlainRequest): Step {
    const operation: Operation = { kind: 'void', requestId: request.id };
    if (!this.#isOwn(request)) return { operation, expected: 'not-reserved' };
    if (request.isDelivering) return { operation, expected: 'delivering' };
    this.#books.end(request, { state: 'voided', charge: 0, atMs: this.#nowMs });
    return { operation, expected: 'done' };
  }

  #deliver(request: PlainRequest, cost: number): Step {
    const { delivered } = request;
    // Sometimes what was delivered before comes again.
    const from = cost % 2 === 0 ? delivered.length : 0;
    const calls = [...delivered.slice(from), cost].map((each) => call({ costMicroCredits: each }));
    const operation: Operation = { kind: 'deliver', requestId: request.id, from, calls };
    if (!this.#isOwn(request)) return { operation, expected: 'not-reserved' };
    delivered.push(cost);
    request.isDelivering = true;
    return { operation, expected: 'done' };
  }

  #recover(request: PlainRequest): Step {
    const isOpen = this.#books.open.has(request.id);
    const owner = isOpen && request.owner !== this.#owner ? request.owner : 'another';
    const operation: Operation = { kind: 'recover', requestId: request.id, owner };
    if (!isOpen || owner !== request.owner) return { operation, expected: 'gone' };
    const { isDelivering } = request;
    const charge = request.delivered.reduce((sum, cost) => sum + cost, 0);
    this.#books.end(request, { state: isDelivering ? 'settled' : 'voided', charge, atMs: this.#nowMs });
    return { operation, expected: isDelivering ? 'charged' : 'voided' };
  }

  #grant(accountId: number, microCredits: number): Step {
    this.#books.credits.push({ accountId, amount: microCredits });
    return {
      operation: {
        kind: 'adjustCredits',
        accountName: `account ${accountId}`,
        microCredits,
        note: null,
        claim: null,
      },
      expected: this.#books.posted(accountId),
    };
  }

  #correct(accountId: number, microCredits: number): Step {
    const operation: Operation = {
      kind: 'adjustCredits',
      accountName: `account ${accountId}`,
      microCredits: -microCredits,
      note: null,
      claim: null,
    };
    if (this.#books.posted(accountId) - this.#books.held(accountId) < microCredits)
      return { operation, expected: 'invalid' };
    this.#books.credits.push({ accountId, amount: -microCredits });
    return { operation, expected: this.#books.posted(accountId) };
  }

  #setBudget(accountId: number, one: number, amount: number): Step {
    const period = one % 2 === 0 ? 'day' : 'month';
    const isLifted = amount % 8 === 0;
    const budgets = { [period]: isLifted ? null : amount };
    const key = this.#keys.get(accountId);
    const isOfKey = (one >> 1) % 2 === 0 && key !== undefined;
    const familyId = isOfKey ? (this.#families.get(key.id) ?? 0) : 0;
    const scope = `${accountId} ${familyId} ${period}`;
    if (isLifted) this.#books.budgets.delete(scope);
    else this.#books.budgets.set(scope, amount);
    this.#books.alertBudget(accountId, familyId, period, this.#nowMs);
    return isOfKey
      ? { operation: { kind: 'changeKey', prefix: key.prefix, settings: { budgets } }, expected: 'done' }
      : {
          operation: { kind: 'changeAccount', accountName: `account ${accountId}`, settings: { budgets } },
          expected: `account ${accountId}`,
        };
  }

  #suspend(accountId: number, one: number): Step {
    const suspended = one % 4 < 2;
    if (suspended) this.#books.suspended.add(accountId);
    else this.#books.suspended.delete(accountId);
    return {
      operation: { kind: 'changeAccount', accountName: `account ${accountId}`, settings: { suspended } },
      expected: `account ${accountId}`,
    };
  }

  #newKey(accountId: number): Operation {
    const prefix = `key of ${accountId}`;
    this.#keyCount += 1;
    this.#keys.set(accountId, { id: this.#keyCount, prefix });
    this.#families.set(this.#keyCount, this.#keyCount);
    return {
      kind: 'createKey',
      accountName: `account ${accountId}`,
      prefix,
      hash: new Uint8Array(32).fill(this.#keyCount),
    };
  }

  #rotate(accountId: number): Step {
    const old = this.#keys.get(accountId);
    if (old === undefined) throw new Error('Each account has a key.');
    this.#keyCount += 1;
    const prefix = `key ${this.#keyCount}`;
    this.#families.set(this.#keyCount, this.#families.get(old.id) ?? 0);
    this.#keys.set(accountId, { id: this.#keyCount, prefix });
    const successor = { prefix, hash: new Uint8Array(32).fill(this.#keyCount) };
    return {
      operation: { kind: 'rotateKey', prefix: old.prefix, successor, graceMs: HOUR_MS },
      expected: `account ${accountId}`,
    };
  }

  #isOwn(request: PlainRequest): boolean {
    return request.owner === this.#owner && this.#books.open.has(request.id);
  }

  #compare(): void {
    const { tables } = this.#store;
    for (const { id, posted, reserved } of tables.account.all()) {
      same(posted, this.#books.posted(id), `posted of account ${id}`);
      same(reserved, this.#books.held(id), `reserved of account ${id}`);
    }
    same(tables.budget.rows.size, this.#books.budgets.size, 'budgets');
    for (const row of tables.budget.all()) {
      const { account_id, family_id, period, starts_ms: startsMs, ends_ms: endsMs } = row;
      const scope = `${account_id} ${family_id} ${period}`;
      same(row.amount, this.#books.budgets.get(scope), `amount of ${scope}`);
      const charged = this.#books.charged(account_id, family_id, { startsMs, endsMs });
      same(row.charged, charged, `charged of ${scope}`);
      same(row.held, this.#books.held(account_id, family_id), `held of ${scope}`);
    }
    same(listed(tables.open_request.rows.keys()), listed(this.#books.open.keys()), 'open requests');
    same(tables.request.rows.size, this.#books.ended.length, 'ended requests');
    const costs = new Map<string, number>();
    for (const { request_id: id, cost } of tables.call.all()) costs.set(id, (costs.get(id) ?? 0) + cost);
    for (const { id, state, charge } of this.#books.ended) {
      const row = tables.request.rows.get(id);
      same(row?.state, state, `state of ${id}`);
      same(row?.charge, charge, `charge of ${id}`);
      same(costs.get(id) ?? 0, charge + (row?.absorbed ?? 0), `calls of ${id}`);
    }
    this.#compareEvents();
  }

  #compareEvents(): void {
    const { tables } = this.#store;
    const alerts = tables.budget_alert.all();
    const written = alerts.map(
      (row) => `${row.account_id} ${row.family_id} ${row.period} ${row.starts_ms} ${row.threshold}`,
    );
    same(listed(written), listed(this.#books.alerts), 'alerts');
    const eventIds = [
      ...this.#books.ended.filter(({ accountId }) => accountId === 2),
      ...alerts.filter(({ account_id }) => account_id === 2),
    ].map(({ id }) => id);
    same(listed(tables.webhook_event.rows.keys()), listed(eventIds), 'events');
  }
}

/** A hundred times as fast as `expect`. */
function same(actual: unknown, expected: unknown, what: string): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}`);
}

function listed(ids: Iterable<string>): string {
  return [...ids].toSorted().join(', ');
}

/** What is compared of a result: an outcome, a refusal's code, a balance or a name. */
function answerOf(result: OperationResult | undefined): unknown {
  if (result === undefined) return undefined;
  if ('refusal' in result) return result.refusal.code;
  const { value } = result;
  if (value === null) return 'done';
  if (typeof value !== 'object') return value;
  if ('outcome' in value) return value.outcome;
  if ('postedMicroCredits' in value) return value.postedMicroCredits;
  return 'accountName' in value ? value.accountName : value.name;
}
