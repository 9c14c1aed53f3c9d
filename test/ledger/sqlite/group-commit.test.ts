import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSqliteLedger, type SqliteLedgerOptions } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { call, sampleHold, settlement, unwritableCall } from '../../contract/ledgers/samples.ts';
import { temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

let place: TemporaryPlace;
let ledger: StoredLedger;
let sizes: number[];
let durationsSeconds: number[];

async function open(options: Partial<SqliteLedgerOptions> = {}): Promise<void> {
  ledger = await openSqliteLedger({
    path: place.path,
    recover: true,
    commitOperations: { observe: (operations) => sizes.push(operations) },
    commitSeconds: { observe: (seconds) => durationsSeconds.push(seconds) },
    ...options,
  });
  await ledger.createAccount('someone', 1_000_000);
  [sizes, durationsSeconds] = [[], []];
}

beforeEach(() => {
  place = temporaryPlace();
  [sizes, durationsSeconds] = [[], []];
});

afterEach(async () => {
  await ledger.close();
  place.remove();
});

async function reserve(requestId: string): Promise<void> {
  await ledger.hold(sampleHold(requestId));
}

describe('group commit', () => {
  test('makes one commit of what arrives together', async () => {
    await open();
    await Promise.all(Array.from({ length: 100 }, (_, index) => reserve(`r${index}`)));
    expect(sizes).toEqual([100]);
    expect(durationsSeconds[0]).toBeGreaterThan(0);
  });

  test('collects what arrives while a commit is being written', async () => {
    await open();
    const first = reserve('first');
    // The next macrotask: the first commit is on its way, and none of these can be part of it.
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, ...Array.from({ length: 99 }, (_, index) => reserve(`r${index}`))]);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(100);
    expect(sizes.length).toBeLessThanOrEqual(3);
  });

  test('keeps callers in step: a chain of operations for each of many costs a commit for each link', async () => {
    await open();
    await Promise.all(
      Array.from({ length: 64 }, async (_, index) => {
        await reserve(`r${index}`);
        await ledger.settle(settlement(`r${index}`, { chargeMicroCredits: 3 }));
      }),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(128);
    expect(sizes.length).toBeLessThanOrEqual(4);
  });

  test('never puts more than 1,024 into one commit', async () => {
    await open();
    await Promise.all(Array.from({ length: 3000 }, (_, index) => reserve(`r${index}`)));
    expect(sizes).toEqual([1024, 1024, 952]);
  });

  test('answers each caller with the outcome of its own operation', async () => {
    await open();
    const [refused, granted, , missing] = await Promise.all([
      ledger.hold(sampleHold('too much', { holdMicroCredits: 2_000_000 })),
      ledger.adjustCredits('someone', 5),
      reserve('fits'),
      ledger.void('never there').catch((error: unknown) => error),
    ]);
    expect(refused).toEqual({
      outcome: 'insufficient',
      availableMicroCredits: 1_000_000,
      owedMicroCredits: 0,
    });
    expect(granted).toEqual({ postedMicroCredits: 1_000_005, heldMicroCredits: 0 });
    expect(missing).toMatchObject({ code: 'not-reserved' });
    expect(sizes).toEqual([4]);
  });
});

describe('a bounded queue', () => {
  test('rejects at once what is over the bound, and takes more when it has drained', async () => {
    await open({ maxPending: 50 });
    const attempts = await Promise.allSettled(Array.from({ length: 60 }, (_, index) => reserve(`r${index}`)));
    const rejected = attempts.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(10);
    for (const attempt of rejected) expect(attempt).toMatchObject({ reason: { code: 'queue-full' } });
    await reserve('later');
    expect(await ledger.listAccounts()).toMatchObject([{ heldMicroCredits: 51 * 10 }]);
  });
});

describe('a poisoned operation', () => {
  test.each([
    ['a request id used twice', async () => await reserve('taken')],
    [
      'a call the database refuses',
      async () => await ledger.settle(settlement('taken', { calls: [unwritableCall()] })),
    ],
  ])('rejects only itself: %s', async (_, poison) => {
    await open();
    await reserve('taken');
    const before = Array.from({ length: 25 }, (_, index) => reserve(`before ${index}`));
    const poisoned = poison();
    const after = Array.from({ length: 25 }, (_, index) => reserve(`after ${index}`));
    await expect(poisoned).rejects.toMatchObject({ code: 'rejected' });
    await Promise.all([...before, ...after]);
    expect(await ledger.listAccounts()).toMatchObject([{ heldMicroCredits: 51 * 10 }]);
    expect(await ledger.check()).toEqual([]);
  });

  test('that cannot cross to another thread rejects, and the ledger goes on', async () => {
    await open();
    await reserve('r');
    const strange = Object.assign(call(), { callback: () => 'not data' });
    await expect(ledger.settle(settlement('r', { calls: [strange] }))).rejects.toMatchObject({
      code: 'rejected',
    });
    await ledger.settle(settlement('r', { chargeMicroCredits: 10 }));
    expect(await ledger.listAccounts()).toMatchObject([{ postedMicroCredits: 999_990, heldMicroCredits: 0 }]);
  });
});
