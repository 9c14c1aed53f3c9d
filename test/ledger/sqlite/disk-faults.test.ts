import { execFile } from 'node:child_process';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Operation, OperationResult } from '../../../core/ledger/ledger-operation.ts';
import { SqliteAdministration } from '../../../core/ledger/administration/sqlite-administration.ts';
import { AnswerKeeper } from '../../../core/ledger/answers/sqlite-answers.ts';
import { AccountOperations } from '../../../core/ledger/sqlite/account-operations.ts';
import { BatchWriter } from '../../../core/ledger/sqlite/batch.ts';
import type { OperationGroups } from '../../../core/ledger/sqlite/batch.ts';
import { findProblems } from '../../../core/ledger/sqlite/check.ts';
import { openForWriting, prepareFile } from '../../../core/ledger/sqlite/files.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { PromptRetention } from '../../../core/ledger/sqlite/prompt-retention.ts';
import { RequestOperations } from '../../../core/ledger/sqlite/request-operations.ts';
import { prepareSchema } from '../../../core/ledger/sqlite/schema.ts';
import { OutboxWriter } from '../../../core/ledger/webhooks/sqlite-outbox-writer.ts';
import { TextKeeper } from '../../../core/ledger/sqlite/texts.ts';
import { call, reservation, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace } from '../temporary-ledger.ts';
import type { TemporaryPlace } from '../temporary-ledger.ts';

const FAILING_SCRIPT = fileURLToPath(new URL('../ledger-until-failure.ts', import.meta.url));

let place: TemporaryPlace;
beforeEach(() => {
  place = temporaryPlace();
});
afterEach(() => place.remove());

function reserve(requestId: string): Operation {
  return { kind: 'reserve', ...reservation(requestId) };
}

function groups(
  database: DatabaseSync,
  writer: { readonly bootId: string; readonly nowMs: () => number },
): OperationGroups {
  return {
    requests: new RequestOperations(database, writer),
    accounts: new AccountOperations(database, writer.nowMs),
    administration: new SqliteAdministration(database, writer.nowMs),
    retention: new PromptRetention(database, writer.nowMs),
    texts: new TextKeeper(database, { ...writer, maxTextBytes: 1_000_000 }),
    answers: new AnswerKeeper(database, { ...writer, maxCacheBytes: 1_000_000 }),
    outbox: new OutboxWriter(database, writer.nowMs),
  };
}

function codes(outcomes: readonly OperationResult[]): readonly string[] {
  return outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal.code : 'done'));
}

describe('the writer, where the store refuses', () => {
  let database: DatabaseSync;
  let writer: BatchWriter;

  beforeEach(() => {
    prepareFile(place.path);
    database = openForWriting(place.path);
    prepareSchema(database);
    const clock = { bootId: 'boot', nowMs: () => 0 };
    writer = new BatchWriter(database, groups(database, clock));
    writer.write([{ kind: 'createAccount', name: 'someone', microCredits: 1000 }]);
    writer.write(['big', 'small', 'other'].map((requestId) => reserve(requestId)));
  });
  afterEach(() => database.close());

  function balance(): unknown {
    return database.prepare('SELECT posted, reserved FROM account').get();
  }

  test('a full disk refuses texts that do not fit, and takes every charge', () => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {};
    database.exec(`PRAGMA max_page_count = ${Number(pages) + 2}`);
    const large = texts('big', 'a'.repeat(200_000));
    // Two in one transaction: what fits is stored although the other does not.
    const outcomes = writer.writeTexts([large, texts('small', 'b')]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'kept']);
    const money: readonly Operation[] = ['small', 'big', 'other'].map((requestId) => ({
      kind: 'settle',
      ...settlement(requestId, { chargeMicroCredits: 1 }),
    }));
    expect(codes(writer.write(money))).toEqual(['done', 'done', 'done']);
    expect(balance()).toEqual({ posted: 997, reserved: 0 });
    database.exec('PRAGMA max_page_count = 1000000');
    expect(writer.writeTexts([large])).toEqual([{ outcome: 'kept', gaveWay: 0 }]);
  });

  test.each<[isSynced: boolean, what: string, operations: () => readonly Operation[]]>([
    [false, 'holds alone', () => [reserve('a'), reserve('b')]],
    [true, 'a hold its client is told to come back for', () => [{ ...reserve('a'), isAsync: true }]],
    [true, 'a charge beside holds', () => [reserve('a'), { kind: 'settle', ...settlement('big') }]],
    [true, 'the first answer', () => [{ kind: 'deliver', requestId: 'big', from: 0, calls: [] }]],
    [true, 'a void', () => [{ kind: 'void', requestId: 'big' }]],
    [true, 'credits', () => [{ kind: 'createAccount', name: 'another', microCredits: 1 }]],
  ])('commits with a sync of the disk (%s): %s', (isSynced, _, operations) => {
    const exec = vi.spyOn(database, 'exec');
    expect(codes(writer.write(operations()))).not.toContain('unavailable');
    const unsynced = exec.mock.calls.filter(([sql]) => sql === 'PRAGMA synchronous = NORMAL');
    expect(unsynced).toHaveLength(isSynced ? 0 : 1);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test('texts wait for no disk, and what follows them does', () => {
    const exec = vi.spyOn(database, 'exec');
    expect(writer.writeTexts([texts('big', 'a')])).toEqual([{ outcome: 'kept', gaveWay: 0 }]);
    expect(exec.mock.calls).toEqual([['PRAGMA synchronous = NORMAL'], ['PRAGMA synchronous = FULL']]);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test.each<[what: string, write: () => unknown]>([
    ['a hold', () => writer.write([reserve('a')])],
    ['a text', () => writer.writeTexts([texts('big', 'a')])],
  ])('%s that is refused leaves the next commit with a sync of the disk', (_, write) => {
    database.exec('PRAGMA query_only = ON');
    expect(JSON.stringify(write())).toMatch(/unavailable|failed/);
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: 2 });
  });

  test('a read-only database rejects the batch, and recovers with it', () => {
    database.exec('PRAGMA query_only = ON');
    expect(codes(writer.write([reserve('a'), reserve('b')]))).toEqual(['unavailable', 'unavailable']);
    database.exec('PRAGMA query_only = OFF');
    expect(codes(writer.write([reserve('a'), reserve('b')]))).toEqual(['done', 'done']);
    expect(balance()).toEqual({ posted: 1000, reserved: 50 });
  });

  test('a database locked by another process rejects the whole batch after one wait, not one for each', () => {
    database.exec('PRAGMA busy_timeout = 0');
    meddle(place.path, (other) => {
      other.exec('BEGIN IMMEDIATE');
      const outcomes = writer.write([reserve('a'), reserve('b'), reserve('c')]);
      expect(codes(outcomes)).toEqual(['unavailable', 'unavailable', 'unavailable']);
      expect(outcomes[0]).toMatchObject({ refusal: { message: expect.stringContaining('locked') } });
      other.exec('ROLLBACK');
    });
    expect(codes(writer.write([reserve('a')]))).toEqual(['done']);
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
  ])('a lock is waited for once: %s', (_, script, expected) => {
    const remaining = [...script];
    const { requests, ...others } = groups(database, { bootId: 'boot', nowMs: () => 0 });
    const reserveAsTold = (): OperationResult => {
      const next = remaining.shift();
      if (next === 'fine') return { value: { outcome: 'reserved' } };
      // As node:sqlite throws them: SQLITE_BUSY and SQLITE_CONSTRAINT.
      throw Object.assign(new Error(next), { errcode: next === 'locked' ? 5 : 19 });
    };
    const told = new BatchWriter(database, {
      ...others,
      requests: {
        reserve: reserveAsTold,
        deliver: requests.deliver.bind(requests),
        settle: requests.settle.bind(requests),
        void: requests.void.bind(requests),
      },
    });
    expect(codes(told.write(['a', 'b', 'c', 'd'].map((id) => reserve(id))))).toEqual(expected);
    expect(remaining).toEqual([]);
  });

  test.each([
    ['closing the request', 'UPDATE ON request'],
    ['paying', 'UPDATE ON account'],
    ['the charge entry', "INSERT ON entry WHEN new.kind = 'charge'"],
    ['the release entry', "INSERT ON entry WHEN new.kind = 'release'"],
    ['the absorbed entry', "INSERT ON entry WHEN new.kind = 'absorbed'"],
    ['the first call', 'INSERT ON call'],
    ['the second call', 'INSERT ON call WHEN new.sequence = 1'],
  ])('a settlement that fails at %s leaves nothing of itself', (_, step) => {
    database.exec(`CREATE TEMP TRIGGER fails BEFORE ${step} BEGIN SELECT RAISE(ABORT, 'made to fail'); END`);
    const calls = [call({ chargeMicroCredits: 3 }), call({ chargeMicroCredits: 2 })];
    const amounts = { chargeMicroCredits: 3, absorbedMicroCredits: 2, calls };
    const operation: Operation = { kind: 'settle', ...settlement('big', amounts) };
    expect(codes(writer.write([operation, operation]))).toEqual(['rejected', 'rejected']);
    expect(balance()).toEqual({ posted: 1000, reserved: 30 });
    expect(findProblems(database, { logs: true })).toEqual([]);
    database.exec('DROP TRIGGER temp.fails');
    expect(codes(writer.write([operation, operation]))).toEqual(['done', 'not-reserved']);
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
    const said: unknown = JSON.parse(stdout);
    expect(said).toEqual({
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
    expect(said).toMatchObject({ outcomes: { settled: expect.any(Number) } });
    expect(account?.postedMicroCredits).toBe(1_000_000 - Number(settled));
    expect(account?.reservedMicroCredits).toBe(0);
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
    const attempt = ledger.reserve(reservation('a', { holdMicroCredits: 1 }));
    const waiting = ledger.grant('someone', 1);
    await expect(attempt).rejects.toMatchObject({
      code: 'failed',
      message: expect.stringContaining('malformed'),
    });
    await expect(waiting).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.grant('someone', 1)).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.authenticate(new Uint8Array(32))).rejects.toMatchObject({ code: 'failed' });
    await expect(ledger.check()).rejects.toMatchObject({ code: 'failed' });
    // Long enough for the thread's end to be noticed as well, which must not be told a second time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(fatal).toEqual(['failed']);
    await ledger.close();
  });
});
