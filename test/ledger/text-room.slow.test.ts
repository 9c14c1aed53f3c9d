import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SqliteAdministration } from '../../core/ledger/administration/sqlite-administration.ts';
import { AnswerKeeper } from '../../core/ledger/answers/sqlite-answers.ts';
import { AccountOperations } from '../../core/ledger/sqlite/account-operations.ts';
import { BatchWriter } from '../../core/ledger/sqlite/batch.ts';
import { openForWriting, prepareFile } from '../../core/ledger/sqlite/files.ts';
import { PromptRetention } from '../../core/ledger/sqlite/prompt-retention.ts';
import { RequestOperations } from '../../core/ledger/sqlite/request-operations.ts';
import { prepareSchema } from '../../core/ledger/sqlite/schema.ts';
import { OutboxWriter } from '../../core/ledger/webhooks/sqlite-outbox-writer.ts';
import { TextKeeper } from '../../core/ledger/sqlite/texts.ts';
import { reservation, texts } from '../contract/ledgers/samples.ts';
import { temporaryPlace, type TemporaryPlace } from './temporary-ledger.ts';

let place: TemporaryPlace;
let database: DatabaseSync;
beforeEach(() => {
  place = temporaryPlace();
  prepareFile(place.path);
  database = openForWriting(place.path);
  prepareSchema(database);
});
afterEach(() => {
  database.close();
  place.remove();
});

function writerOf(maxTextBytes: number): BatchWriter {
  const clock = { bootId: 'boot', nowMs: () => 0 };
  return new BatchWriter(database, {
    requests: new RequestOperations(database, clock),
    accounts: new AccountOperations(database, clock.nowMs),
    administration: new SqliteAdministration(database, clock.nowMs),
    retention: new PromptRetention(database, clock.nowMs),
    texts: new TextKeeper(database, { ...clock, maxTextBytes }),
    answers: new AnswerKeeper(database, { ...clock, maxCacheBytes: 1_000_000 }),
    outbox: new OutboxWriter(database, () => 0),
  });
}

/** Reserves a request and stores texts of so many bytes for it. */
function store(writer: BatchWriter, requestId: string, of: { accountId: number; bytes: number }): void {
  writer.write([
    { kind: 'reserve', ...reservation(requestId, { accountId: of.accountId, holdMicroCredits: 0 }) },
  ]);
  const kept = writer.writeTexts([texts(requestId, 'a'.repeat(of.bytes), '')]);
  expect(kept).toEqual([{ outcome: 'kept', gaveWay: 0 }]);
}

test('texts of several accounts in one transaction delete a hundred older ones at most, together', () => {
  const writer = writerOf(2_500);
  for (const accountId of [1, 2]) {
    writer.write([{ kind: 'createAccount', name: `account ${accountId}`, microCredits: 1 }]);
    for (let index = 0; index < 250; index += 1)
      store(writer, `${accountId} ${index}`, { accountId, bytes: 10 });
    const id = `${accountId} large`;
    writer.write([{ kind: 'reserve', ...reservation(id, { accountId, holdMicroCredits: 0 }) }]);
  }
  const large = 'a'.repeat(2_000);
  const both = [texts('1 large', large, ''), texts('2 large', large, '', 2)];
  expect(writer.writeTexts(both)).toEqual([
    { outcome: 'making-room', gaveWay: 100 },
    { outcome: 'making-room', gaveWay: 0 },
  ]);
  expect(writer.writeTexts(both.slice(1))).toEqual([{ outcome: 'making-room', gaveWay: 100 }]);
  expect(writer.writeTexts(both.slice(1))).toEqual([{ outcome: 'kept', gaveWay: 100 }]);
});

test('where the bound was lowered, one transaction deletes about 16 MB of older texts, not all of them', () => {
  const before = writerOf(100_000_000);
  before.write([{ kind: 'createAccount', name: 'lowered', microCredits: 1 }]);
  for (const id of ['a', 'b', 'c', 'd', 'e']) store(before, id, { accountId: 1, bytes: 10_000_000 });
  before.write([{ kind: 'reserve', ...reservation('new', { holdMicroCredits: 0 }) }]);
  const lowered = writerOf(1_000);
  const steps = [1, 2, 3].map(() => lowered.writeTexts([texts('new', 'a', '')])[0]);
  expect(steps).toEqual([
    { outcome: 'making-room', gaveWay: 2 },
    { outcome: 'making-room', gaveWay: 2 },
    { outcome: 'kept', gaveWay: 1 },
  ]);
});
