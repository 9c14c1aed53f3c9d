import { randomBytes, randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../../core/ledger/ledger.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import { describePostgres } from './describe-postgres.ts';
import { stateIn } from './state-in.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

/** Half of it is less than a statement may take. */
const FAR_MS = 16_000;
const SHORT_MS = 300;

await describePostgres('An account that another session has locked', (administrator) => {
  let database: TemporaryDatabase;
  let locker: Client;
  let ledger: StoredLedger;
  let locked: Account;
  let free: Account;

  beforeAll(async () => {
    database = await temporaryDatabase(administrator);
  });
  afterAll(async () => await database.drop());
  beforeEach(async () => {
    locker = new Client({ connectionString: database.url });
    await locker.connect();
  });
  afterEach(async () => {
    await locker.end();
    await ledger.close();
  });

  async function open(lockMs: number): Promise<void> {
    ledger = await openPostgresLedger({ url: database.url, recover: true, lockMs });
    locked = await ledger.createAccount(randomUUID(), 1000);
    free = await ledger.createAccount(randomUUID(), 1000);
  }

  async function lock(): Promise<void> {
    await locker.query('BEGIN');
    await locker.query('SELECT 1 FROM assay.account WHERE id = $1 FOR UPDATE', [locked.id]);
  }

  async function hold({ id: accountId }: Account): Promise<string> {
    const requestId = randomUUID();
    expect(await ledger.hold(sampleHold(requestId, { accountId, holdMicroCredits: 10 }))).toEqual({
      outcome: 'held',
    });
    return requestId;
  }

  test('keeps its own operations waiting, and those of no other', async () => {
    await open(FAR_MS);
    const prefix = randomUUID();
    await ledger.createKey({ accountName: locked.name, prefix, hash: randomBytes(32) });
    const requestId = await hold(locked);
    await lock();
    let answered = 0;
    const waiting = [
      hold(locked),
      ledger.settle(settlement(requestId, { chargeMicroCredits: 4 })),
      ledger.adjustCredits(locked.name, 5),
      ledger.revokeKey(prefix),
    ].map(async (operation) => {
      await operation;
      answered += 1;
    });
    for (let turn = 0; turn < 10; turn += 1)
      await ledger.settle(settlement(await hold(free), { chargeMicroCredits: 1 }));
    expect(answered).toBe(0);
    await locker.query('COMMIT');
    await Promise.all(waiting);
    expect(await ledger.balance(locked.id)).toEqual({ postedMicroCredits: 1001, heldMicroCredits: 10 });
    expect(await ledger.check()).toEqual([]);
  });

  test('keeps no account from being made, and an unknown one is called unknown', async () => {
    await open(5_000);
    await lock();
    const waiting = hold(locked).catch(() => {});
    await hold(free);
    const name = randomUUID();
    await expect(ledger.adjustCredits(randomUUID(), 5)).rejects.toMatchObject({ code: 'account-unknown' });
    expect(await ledger.createAccount(name, 5)).toMatchObject({ name });
    await locker.query('COMMIT');
    await waiting;
  });

  test('is waited for by a gateway that leaves while it skips locked accounts', async () => {
    await open(5_000);
    const requestId = await hold(locked);
    await lock();
    // Makes it skip from now on.
    await hold(locked).catch(() => {});
    const closing = ledger.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await locker.query('COMMIT');
    await closing;
    expect(await stateIn(database, requestId)).toBe('voided');
  });

  test('has its operations refused in the end, and goes on once it is free', async () => {
    await open(SHORT_MS);
    await lock();
    await expect(hold(locked)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('locked'),
    });
    await hold(free);
    await locker.query('COMMIT');
    await hold(locked);
    expect(await ledger.balance(locked.id)).toEqual({ postedMicroCredits: 1000, heldMicroCredits: 10 });
  });

  test('is waited for by a gateway that leaves, also where its operations wait', async () => {
    await open(FAR_MS);
    const requestId = await hold(locked);
    await lock();
    const granting = ledger.adjustCredits(locked.name, 5);
    await hold(free);
    let closed = false;
    const closing = ledger.close().then(() => {
      closed = true;
    });
    await hold(free).catch(() => {});
    expect(closed).toBe(false);
    await locker.query('COMMIT');
    expect(await granting).toMatchObject({ postedMicroCredits: 1005 });
    await closing;
    expect(await stateIn(database, requestId)).toBe('voided');
  });
});
