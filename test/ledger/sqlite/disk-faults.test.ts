import { execFile } from 'node:child_process';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation, OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { openForWriting, prepareFile } from '../../../core/ledger/sqlite/files.ts';
import { createSqliteTables } from '../../../core/ledger/sqlite/schema.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { SqliteWriter } from '../../../core/ledger/sqlite/writer.ts';
import { call, sampleHold, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

const FAILING_SCRIPT = fileURLToPath(new URL('../ledger-until-failure.ts', import.meta.url));

let place: TemporaryPlace;
beforeEach(() => {
  place = temporaryPlace();
});
afterEach(() => place.remove());

function reserve(requestId: string): Operation {
  return { kind: 'hold', ...sampleHold(requestId) };
}

function codes(outcomes: readonly OperationResult[]): readonly string[] {
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'done'));
}

describe('the writer, where the store refuses', async () => {
  let database: DatabaseSync;
  let writer: SqliteWriter;

  beforeEach(async () => {
    prepareFile(place.path);
    database = openForWriting(place.path);
    createSqliteTables(database);
    const bounds = { maxTextBytes: 1_000_000, maxCacheBytes: 1_000_000 };
    writer = new SqliteWriter(database, { owner: 'boot', ...bounds });
    await writer.write([{ kind: 'createAccount', name: 'someone', microCredits: 1000 }]);
    await writer.write(['big', 'small', 'other'].map((requestId) => reserve(requestId)));
  });
  afterEach(() => database.close());

  function balance(): unknown {
    return database.prepare('SELECT posted, reserved FROM account').get();
  }

  test('a full disk refuses texts that do not fit, and takes every charge', async () => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`);
    const large = texts('big', 'a'.repeat(200_000));
    // Two in one transaction: what fits is stored although the other does not.
    const outcomes = await writer.keep([large, texts('small', 'b')]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'kept']);
    const money: readonly Operation[] = ['small', 'big', 'other'].map((requestId) => ({
      kind: 'settle',
      ...settlement(requestId, { chargeMicroCredits: 1 }),
    }));
    expect(codes(await writer.write(money))).toEqual(['done', 'done', 'done']);
    expect(balance()).toEqual({ posted: 997, reserved: 0 });
    database.exec('PRAGMA max_page_count = 1000000');
    expect(await writer.keep([large])).toEqual([{ outcome: 'kept', evicted: 0 }]);
  });

  test.each<[isSynced: boolean, what: string, operations: () => readonly Operation[]]>([
    [false, 'holds alone', () => [reserve('a'), reserve('b')]],
    [true, 'a hold its client is told to come back for', () => [{ ...reserve('a'), isAsync: true }]],
    [true, 'a charge beside holds', () => [reserve('a'), { kind: 'settle', ...settlement('big') }]],
    [true, 'the first answer', () => [{ kind: 'deliver', requestId: 'big', from: 0, calls: [] }]],
    [true, 'a void', () => [{ kind: 'void', requestId: 'big' }]],
    [true, 'credits', () => [{ kind: 'createAccount', name: 'another', microCredits: 1 }]],
  ])('commits with a sync of the disk (%s): %s', async (isSynced, _, operations) => {
    const exec = vi.spyOn(database, 'exec');
    expect(codes(await writer.write(operations()))).not.toContain('unavailable');
    const unsynced = exec.mock.calls.filter(([sql]) => sql === 'PRAGMA synchronous = NORMAL');
    expect(unsynced).toHaveLength(isSynced ? 0 : 1);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test('texts wait for no disk, and what follows them does', async () => {
    const exec = vi.spyOn(database, 'exec');
    expect(await writer.keep([texts('big', 'a')])).toEqual([{ outcome: 'kept', evicted: 0 }]);
    expect(exec.mock.calls).toEqual([['PRAGMA synchronous = NORMAL'], ['PRAGMA synchronous = FULL']]);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test.each<[what: string, write: () => unknown]>([
    ['a hold', () => writer.write([reserve('a')])],
    ['a text', () => writer.keep([texts('big', 'a')])],
  ])('%s that is refused leaves the next commit with a sync of the disk', async (_, write) => {
    database.exec('PRAGMA query_only = ON');
    expect(JSON.stringify(await write())).toMatch(/unavailable|failed/);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test('a read-only database rejects the batch, and recovers with it', async () => {
    database.exec('PRAGMA query_only = ON');
    expect(codes(await writer.write([reserve('a'), reserve('b')]))).toEqual(['unavailable', 'unavailable']);
    database.exec('PRAGMA query_only = OFF');
    expect(codes(await writer.write([reserve('a'), reserve('b')]))).toEqual(['done', 'done']);
    expect(balance()).toEqual({ posted: 1000, reserved: 50 });
  });

  test('a database locked by another process rejects the whole batch after one wait, not one for each', async () => {
    database.exec('PRAGMA busy_timeout = 0');
    const other = new DatabaseSync(place.path);
    other.exec('BEGIN IMMEDIATE');
    const outcomes = await writer.write([reserve('a'), reserve('b'), reserve('c')]);
    expect(codes(outcomes)).toEqual(['unavailable', 'unavailable', 'unavailable']);
    expect(outcomes[0]).toMatchObject({ refusal: { message: expect.stringContaining('locked') } });
    other.close();
    expect(codes(await writer.write([reserve('a')]))).toEqual(['done']);
    expect(balance()).toEqual({ posted: 1000, reserved: 40 });
  });

  test.each([
    [
      'in the batch itself, for all of it',
      ['locked'],
      ['unavailable', 'unavailable', 'unavailable', 'unavailable'],
    ],
    // The batch throws at its second operation. Alone, the first is written, the second refused, the third locked out.
    [
      'while each is tried alone, from there on',
      ['fine', 'poison', 'fine', 'poison', 'locked'],
      ['done', 'rejected', 'unavailable', 'unavailable'],
    ],
  ])('a lock is waited for once: %s', async (_, script, expected) => {
    const remaining = [...script];
    const run = StatementSync.prototype.run;
    vi.spyOn(StatementSync.prototype, 'run').mockImplementation(function failing(
      this: StatementSync,
      ...values
    ) {
      const next = this.sourceSQL.startsWith('INSERT INTO open_request') ? remaining.shift() : 'fine';
      if (next === 'fine') return Reflect.apply(run, this, values);
      // As node:sqlite throws them: SQLITE_BUSY and SQLITE_CONSTRAINT.
      throw Object.assign(new Error(next), { errcode: next === 'locked' ? 5 : 19 });
    });
    const outcomes = await writer.write(['a', 'b', 'c', 'd'].map((id) => reserve(id)));
    vi.restoreAllMocks();
    expect(codes(outcomes)).toEqual(expected);
    expect(remaining).toEqual([]);
  });

  test.each([
    ['paying', 'UPDATE ON account'],
    ['closing the request', 'DELETE ON open_request'],
    ['writing its end', 'INSERT ON request'],
    ['the first call', 'INSERT ON call'],
    ['the second call', 'INSERT ON call WHEN new.sequence = 1'],
  ])('a settlement that fails at %s leaves nothing of itself', async (_, step) => {
    database.exec(`CREATE TEMP TRIGGER fails BEFORE ${step} BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
    const calls = [call({ costMicroCredits: 3 }), call({ costMicroCredits: 2 })];
    const amounts = { chargeMicroCredits: 3, absorbedMicroCredits: 2, calls };
    const operation: Operation = { kind: 'settle', ...settlement('big', amounts) };
    expect(codes(await writer.write([operation, operation]))).toEqual(['rejected', 'rejected']);
    expect(balance()).toEqual({ posted: 1000, reserved: 30 });
    expect(await writer.check()).toEqual([]);
    database.exec('DROP TRIGGER temp.fails');
    expect(codes(await writer.write([operation, operation]))).toEqual(['done', 'not-reserved']);
    expect(balance()).toEqual({ posted: 997, reserved: 20 });
  });
});

describe('the writer, where the disk fails', () => {
  // A limit on the size of files makes write(2) fail with EFBIG, which SQLite reports as an I/O error.
  test('rejects everything, says so once, and the next start finds a whole ledger', async () => {
    const limited = 'ulimit -f 2048; exec "$0" "$@"';
    const { stdout } = await promisify(execFile)('/bin/sh', [
      '-c',
      limited,
      process.execPath,
      FAILING_SCRIPT,
      place.path,
    ]);
    const output: unknown = JSON.parse(stdout);
    expect(output).toEqual({
      outcomes: expect.objectContaining({ settled: expect.any(Number) }),
      fatal: ['failed'],
      after: 'failed',
    });

    const ledger = await openSqliteLedger({ path: place.path, recover: true });
    expect(await ledger.check()).toEqual([]);
    const [account] = await ledger.listAccounts();
    await ledger.close();
    const { settled } = meddle(
      place.path,
      (database) =>
        database.prepare("SELECT count(*) AS settled FROM request WHERE state = 'settled'").get() ?? {},
    );
    expect(output).toMatchObject({ outcomes: { settled: expect.any(Number) } });
    expect(account?.postedMicroCredits).toBe(1_000_000 - Number(settled));
    expect(account?.heldMicroCredits).toBe(0);
    expect(Number(settled)).toBeGreaterThanOrEqual(8);
  });

  test('a file spoiled under a running ledger is fatal too', async () => {
    const fatal: string[] = [];
    const ledger = await openSqliteLedger({
      path: place.path,
      recover: true,
      onFatal: ({ code }) => fatal.push(code),
    });
    await ledger.createAccount('someone', 1000);
    // The tree's root page now claims to be of no known kind.
    meddle(place.path, (database) => {
      const { rootpage } =
        database.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'request'").get() ?? {};
      database.enableDefensive(false);
      database.exec('PRAGMA writable_schema = ON');
      database.exec(
        `UPDATE sqlite_schema SET rootpage = ${Number(rootpage)} + 100000 WHERE name = 'request'`,
      );
      const { schema_version: version } = database.prepare('PRAGMA schema_version').get() ?? {};
      database.exec(`PRAGMA schema_version = ${Number(version) + 1}`);
    });
    const attempt = ledger.hold(sampleHold('a', { holdMicroCredits: 1 }));
    const waiting = ledger.adjustCredits('someone', 1);
    await expect(attempt).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('malformed'),
    });
    await expect(waiting).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.adjustCredits('someone', 1)).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.authenticate(new Uint8Array(32))).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.check()).rejects.toMatchObject({ code: 'failed' });
    // By then the thread's end has been noticed as well, which must not be told a second time.
    await ledger.close();
    expect(fatal).toEqual(['failed']);
  });
});
