import { beforeEach, describe, expect, test } from 'vitest';
import type { Operation, OperationOf, OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { call, sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import { MemoryStore } from './memory-store.ts';

const NOW = { nowMs: Date.UTC(2026, 10, 24, 12), owner: 'alive' };
const CLAIM = { key: '1'.repeat(64), fingerprint: '2'.repeat(64) };

let store: MemoryStore;
beforeEach(() => {
  store = new MemoryStore();
  store.write([{ kind: 'createAccount', name: 'acme', microCredits: 1_000 }], NOW);
});

function write(...operations: readonly Operation[]): readonly unknown[] {
  return store.write(operations, NOW).map(answerOf);
}

function answerOf(result: OperationResult): unknown {
  return 'refusal' in result ? result.refusal.code : result.value;
}

function grant(microCredits: number, changes: Partial<OperationOf<'adjustCredits'>> = {}): Operation {
  return { kind: 'adjustCredits', accountName: 'acme', microCredits, note: null, claim: null, ...changes };
}

function reserve(requestId: string, changes: Parameters<typeof sampleHold>[1] = {}): Operation {
  return { kind: 'hold', ...sampleHold(requestId, changes) };
}

function createKey(prefix: string, changes: Partial<OperationOf<'createKey'>> = {}): Operation {
  const hash = Buffer.alloc(32, prefix);
  return { kind: 'createKey', accountName: 'acme', prefix, hash, ...changes };
}

function balance(): unknown {
  return store.tables.account.all().map(({ posted, reserved }) => ({ posted, reserved }))[0];
}

describe('in one batch', () => {
  test('a payment that comes twice is credited once, and another under its key is refused', () => {
    const other = { ...CLAIM, fingerprint: '3'.repeat(64) };
    const credited = { postedMicroCredits: 1_005, heldMicroCredits: 0 };
    expect(write(grant(5, { claim: CLAIM }), grant(5, { claim: CLAIM }), grant(7, { claim: other }))).toEqual(
      [credited, { ...credited, isRepeated: true }, 'claim-mismatch'],
    );
    expect(store.tables.credit.all().map(({ amount }) => amount)).toEqual([1_000, 5]);
  });

  test('a request that is taken, delivered and charged leaves its end and each call once', () => {
    const calls = [call({ costMicroCredits: 4 }), call({ costMicroCredits: 3 })];
    const first: Operation = { kind: 'deliver', requestId: 'a', from: 0, calls: calls.slice(0, 1) };
    const end = settlement('a', { chargeMicroCredits: 7, calls });
    expect(write(reserve('a'), first, first, { kind: 'settle', ...end })).toEqual([
      { outcome: 'held' },
      null,
      null,
      null,
    ]);
    expect(store.tables.open_request.all()).toEqual([]);
    expect(store.tables.request.all()).toMatchObject([{ id: 'a', state: 'settled', charge: 7, absorbed: 0 }]);
    expect(store.tables.call.all()).toMatchObject([
      { sequence: 0, cost: 4 },
      { sequence: 1, cost: 3 },
    ]);
    expect(balance()).toEqual({ posted: 993, reserved: 0 });
  });

  test('a key that a void frees is another request’s', () => {
    const idempotency = { key: 'once', fingerprint: '0'.repeat(64) };
    write(reserve('a', { idempotency }));
    expect(write({ kind: 'void', requestId: 'a' }, reserve('b', { idempotency }))).toEqual([
      null,
      { outcome: 'held' },
    ]);
    expect(store.tables.idempotency.all()).toMatchObject([{ key: 'once', request_id: 'b' }]);
  });

  test('an account, its key, the one that takes its place, and budgets of all of them', () => {
    const budgets = { day: 5, month: null };
    const rotation = { prefix: 'k', successor: { prefix: 'l', hash: Buffer.alloc(32, 'l') }, graceMs: 0 };
    const answers = write(
      { kind: 'createAccount', name: 'other', microCredits: 0 },
      { kind: 'changeAccount', accountName: 'other', settings: { budgets: { month: 9 } } },
      createKey('k', { accountName: 'other' }),
      createKey('k'),
      { kind: 'rotateKey', ...rotation },
      { kind: 'changeKey', prefix: 'l', settings: { budgets } },
      { kind: 'changeKey', prefix: 'k', settings: { budgets } },
    );
    expect(answers.slice(3)).toEqual(['key-exists', expect.anything(), null, 'key-unknown']);
    const [first, second] = store.tables.api_key.all();
    expect([first?.family_id, second?.family_id]).toEqual([first?.id, first?.id]);
    expect(store.tables.budget.all()).toMatchObject([
      { account_id: 2, family_id: 0, period: 'month', amount: 9, charged: 0, held: 0 },
      { account_id: 2, family_id: first?.id, period: 'day', amount: 5, charged: 0, held: 0 },
    ]);
  });

  test('a budget that is set counts what the batch charged and holds before and after', () => {
    write(reserve('a'), reserve('b'));
    write(
      { kind: 'settle', ...settlement('a', { chargeMicroCredits: 30 }) },
      { kind: 'changeAccount', accountName: 'acme', settings: { budgets: { day: 40 } } },
      reserve('c', { holdMicroCredits: 1 }),
      { kind: 'void', requestId: 'b' },
      reserve('d', { holdMicroCredits: 9 }),
      reserve('e', { holdMicroCredits: 1 }),
    );
    expect(store.tables.budget.all()).toMatchObject([{ charged: 30, held: 10 }]);
    expect(store.tables.open_request.all().map(({ id }) => id)).toEqual(['d', 'e']);
  });

  test('what is refused is not noted in the audit log, and what is changed is', () => {
    const by = { via: 'api', name: 'ops', origin: null, action: 'a', subject: null, detail: '{}' } as const;
    const [one, two, three] = ['1', '2', '3'].map((changeId) => ({ ...by, changeId }));
    write(grant(1, { audit: one }), grant(1, { accountName: 'nobody', audit: two }), {
      kind: 'revokeKey',
      prefix: 'none',
      audit: three,
    });
    expect(store.tables.audit_entry.all().map(({ change_id }) => change_id)).toEqual(['1']);
  });
});

test('a command takes no hold', () => {
  const [result] = store.write([reserve('a')], { ...NOW, owner: null });
  expect(result).toMatchObject({ refusal: { code: 'rejected', message: expect.stringContaining('lease') } });
});

test('calls are delivered without a gap', () => {
  write(reserve('a'));
  expect(write({ kind: 'deliver', requestId: 'a', from: 1, calls: [call()] })).toEqual(['rejected']);
  expect(store.tables.open_request.all()).toMatchObject([{ delivering: 0 }]);
});

test('calls are delivered only where their cost is exact', () => {
  write(reserve('a'));
  const calls = [call({ costMicroCredits: Number.MAX_SAFE_INTEGER })];
  expect(
    write(
      { kind: 'deliver', requestId: 'a', from: 0, calls },
      { kind: 'deliver', requestId: 'a', from: 1, calls: [call({ costMicroCredits: 1 })] },
    ),
  ).toEqual([null, 'invalid']);
  expect(store.tables.open_request.all()).toMatchObject([
    { delivered_calls: 1, delivered_cost: Number.MAX_SAFE_INTEGER },
  ]);
});
