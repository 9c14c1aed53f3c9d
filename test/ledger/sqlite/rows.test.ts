import { statSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Recovery } from '../../../core/ledger/ledger.ts';
import { openForWriting } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { call, sampleHold, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

let place: TemporaryPlace;
let ledger: StoredLedger;

beforeEach(async () => {
  place = temporaryPlace();
  ledger = await openSqliteLedger({ path: place.path, recover: true, bootId: 'boot-1' });
  await ledger.createAccount('someone', 1000);
  await ledger.hold(sampleHold('request-1', { holdMicroCredits: 100 }));
});

afterEach(async () => {
  await ledger.close();
  place.remove();
});

function rows(sql: string): readonly unknown[] {
  return meddle(place.path, (database) => database.prepare(sql).all());
}

function entries(): readonly unknown[] {
  return rows('SELECT account_id, request_id, kind, amount FROM entry').map((row) =>
    Object.values(row ?? {}),
  );
}

describe('what is written for a request', () => {
  test('a settlement: entries, each call in its own columns, the log', async () => {
    const judged = call({
      role: 'judge',
      index: 3,
      modelId: 'judge-1',
      status: 'failed',
      faultCode: 'timeout',
      tokensIn: 1,
      tokensCached: 2,
      tokensCacheWrite: 8,
      tokensOut: 3,
      searches: 9,
      attempts: 4,
      latencyMs: 5.5,
      providerCostNanoUsd: 6,
      costMicroCredits: 7,
    });
    await ledger.settle({
      requestId: 'request-1',
      chargeMicroCredits: 100,
      absorbedMicroCredits: 9,
      calls: [call({ costMicroCredits: 102 }), judged],
    });
    await ledger.keepTexts(texts('request-1', '{"prompt":"hello"}', '{"creditsUsed":0.0001}'));
    expect(entries()).toEqual([
      [1, null, 'grant', 1000],
      [1, 'request-1', 'charge', 100],
      [1, 'request-1', 'absorbed', 9],
    ]);
    expect(rows('SELECT * FROM call WHERE sequence = 1')).toEqual([
      {
        request_id: 'request-1',
        sequence: 1,
        role: 'judge',
        position: 3,
        model_id: 'judge-1',
        status: 'failed',
        fault_code: 'timeout',
        tokens_in: 1,
        tokens_cached: 2,
        tokens_cache_write: 8,
        tokens_out: 3,
        searches: 9,
        attempts: 4,
        latency_ms: 5.5,
        provider_cost_nano_usd: 6,
        cost: 7,
      },
    ]);
    const log =
      'SELECT request_id, CAST(request AS TEXT) AS request, CAST(response AS TEXT) AS response FROM prompt_log';
    expect(rows(log)).toEqual([
      { request_id: 'request-1', request: '{"prompt":"hello"}', response: '{"creditsUsed":0.0001}' },
    ]);
    expect(rows('SELECT state, hold, charge, absorbed, owner FROM request')).toEqual([
      { state: 'settled', hold: 100, charge: 100, absorbed: 9, owner: 'boot-1' },
    ]);
    expect(rows('SELECT * FROM open_request')).toEqual([]);
  });

  test('a void: an ended request without charge or calls', async () => {
    await ledger.void('request-1');
    expect(entries()).toEqual([[1, null, 'grant', 1000]]);
    expect(rows('SELECT state, hold, charge, absorbed FROM request')).toEqual([
      { state: 'voided', hold: 100, charge: 0, absorbed: 0 },
    ]);
    expect(rows('SELECT * FROM call')).toEqual([]);
  });

  test('a recovery: the same as a void, idempotency keys included', async () => {
    const idempotency = { key: 'k', fingerprint: '0'.repeat(64) };
    await ledger.hold(sampleHold('finished', { idempotency }));
    await ledger.settle(settlement('finished'));
    await ledger.hold(sampleHold('request-2', { idempotency: { ...idempotency, key: 'l' } }));
    await ledger.close();
    const onRecovered = vi.fn<(recovery: Recovery) => void>();
    ledger = await openSqliteLedger({ path: place.path, recover: true, bootId: 'boot-2', onRecovered });
    expect(onRecovered.mock.calls).toMatchObject([[{ voidedRequests: 2 }]]);
    expect(rows("SELECT state, charge FROM request WHERE id <> 'finished'")).toEqual([
      { state: 'voided', charge: 0 },
      { state: 'voided', charge: 0 },
    ]);
    expect(rows('SELECT key FROM idempotency')).toEqual([{ key: 'k' }]);
    expect(await ledger.listAccounts()).toMatchObject([{ postedMicroCredits: 1000, heldMicroCredits: 0 }]);
    await expect(ledger.settle(settlement('request-1'))).rejects.toMatchObject({ code: 'not-reserved' });
  });
});

test.each(['request', 'call'])('no row of %s is replaced on the connection of the writer', async (table) => {
  await ledger.settle(settlement('request-1', { chargeMicroCredits: 10 }));
  const database = openForWriting(place.path);
  expect(() => database.exec(`INSERT OR REPLACE INTO ${table} SELECT * FROM ${table}`)).toThrow(
    'never deleted',
  );
  database.close();
});

test('pruning empties the log file on disk, while the gateway runs', async () => {
  await ledger.settle(settlement('request-1', { chargeMicroCredits: 10 }));
  await ledger.keepTexts(texts('request-1', 'a'.repeat(3_000_000), '{"creditsUsed":0.00001}'));
  expect(statSync(`${place.path}-wal`).size).toBeGreaterThan(3_000_000);
  const command = await openSqliteLedger({ path: place.path, recover: false });
  expect(await command.prunePrompts(new Date(Date.now() + 60_000).toISOString())).toBe(1);
  expect(statSync(`${place.path}-wal`).size).toBe(0);
  await command.close();
});

test('a label is stored and changed without writing the texts again', async () => {
  const bytes = 4_000_000;
  await ledger.settle(settlement('request-1'));
  await ledger.keepTexts(texts('request-1', JSON.stringify({ prompt: 'a'.repeat(bytes) })));
  meddle(place.path, (database) => database.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  expect(await ledger.setLabel(1, 'request-1', 'one')).toBe(true);
  expect(await ledger.setLabel(1, 'request-1', 'two')).toBe(true);
  expect((await ledger.findRequest(1, 'request-1'))?.label).toBe('two');
  expect(statSync(`${place.path}-wal`).size).toBeLessThan(bytes / 10);
});
