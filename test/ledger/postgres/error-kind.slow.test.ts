import { DatabaseError } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LedgerError } from '../../../core/ledger/ledger-error.ts';
import { openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { errorKindOf } from '../../../core/ledger/postgres/connection.ts';
import { sampleHold, settlement } from '../../contract/ledgers/samples.ts';
import { describePostgres } from './describe-postgres.ts';
import { temporaryDatabase } from './temporary-database.ts';
import type { TemporaryDatabase } from './temporary-database.ts';

describe('an error', () => {
  test.each([
    ['57P01', 'lost'],
    ['57P02', 'lost'],
    ['08006', 'lost'],
    ['25P03', 'lost'],
    ['40001', 'conflict'],
    ['40P01', 'conflict'],
    ['XX001', 'corrupt'],
    ['58030', 'corrupt'],
    ['53100', 'unavailable'],
    ['55P03', 'locked'],
    ['57014', 'unavailable'],
    ['25006', 'unavailable'],
    ['42883', 'unavailable'],
    ['23505', 'duplicate'],
    ['23514', 'rejected'],
    ['22P02', 'rejected'],
    ['XX000', 'rejected'],
  ])('with the code %s means %s', (code, kind) => {
    expect(errorKindOf(Object.assign(new DatabaseError('made', 0, 'error'), { code }))).toBe(kind);
  });

  test('of the socket or a timeout means that the connection broke', () => {
    expect(errorKindOf(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))).toBe('lost');
    expect(errorKindOf(new Error('Connection terminated unexpectedly'))).toBe('lost');
    expect(errorKindOf(new Error('Query read timeout'))).toBe('lost');
    expect(errorKindOf('what')).toBe('lost');
  });

  test.each([new LedgerError('rejected', 'made'), new TypeError('made'), new RangeError('made')])(
    'of the program itself, %s, refuses one operation',
    (error) => {
      expect(errorKindOf(error)).toBe('rejected');
    },
  );
});

await describePostgres('A PostgreSQL server that fails', (administrator) => {
  let database: TemporaryDatabase;
  let ledger: StoredLedger;
  const fatal: string[] = [];

  beforeEach(async () => {
    fatal.length = 0;
    database = await temporaryDatabase(administrator);
    ledger = await openPostgresLedger({
      url: database.url,
      recover: true,
      patienceMs: 500,
      onFatal: ({ code }) => fatal.push(code),
    });
    await ledger.createAccount('someone', 1000);
    await ledger.hold(sampleHold('open'));
  });
  afterEach(async () => {
    await ledger.close();
    await database.drop();
  });

  /** The next so many batches fail in the middle, after everything was written. */
  async function failBatches(count: number, code: string): Promise<void> {
    await database.run(`
      DROP SEQUENCE IF EXISTS batches;
      CREATE SEQUENCE batches;
      CREATE OR REPLACE FUNCTION fail_now() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('assay.batches') <= ${count} THEN RAISE EXCEPTION 'made to fail' USING ERRCODE = '${code}'; END IF;
        RETURN NULL;
      END $$;
      CREATE OR REPLACE TRIGGER fail_now AFTER DELETE ON open_request FOR EACH STATEMENT EXECUTE FUNCTION fail_now()`);
  }

  test.each(['40001', '40P01'])('with %s, a conflict, is asked again', async (code) => {
    await failBatches(3, code);
    await ledger.settle(settlement('open', { chargeMicroCredits: 4 }));
    expect(await ledger.balance(1)).toEqual({ postedMicroCredits: 996, heldMicroCredits: 0 });
    await ledger.hold(sampleHold('next'));
    await failBatches(1000, code);
    await expect(ledger.void('next')).rejects.toMatchObject({ code: 'unavailable' });
    await failBatches(0, code);
  });

  test('with a damaged disk stops everything, once', async () => {
    await failBatches(1, 'XX001');
    const damaged = ledger.settle(settlement('open', { chargeMicroCredits: 4 }));
    const beside = ledger.adjustCredits('someone', 1);
    await expect(damaged).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('damaged'),
    });
    await expect(beside).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.hold(sampleHold('next'))).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.authenticate(new Uint8Array(32))).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.check()).rejects.toMatchObject({ code: 'failed' });
    expect(fatal).toEqual(['failed']);
  });
});
