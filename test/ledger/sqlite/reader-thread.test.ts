import { afterEach, beforeEach, expect, test } from 'vitest';
import { LedgerError } from '../../../core/ledger/ledger-error.ts';
import { openSqliteLedger, readerThread } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

const CLOSED = new LedgerError('closed', 'The ledger is closed.');

let place: TemporaryPlace;
let reader: ReturnType<typeof readerThread>;
beforeEach(() => {
  place = temporaryPlace();
  reader = readerThread(place.path);
});
afterEach(async () => {
  await reader.end(CLOSED);
  place.remove();
});

async function makeLedger(): Promise<void> {
  await (await openSqliteLedger({ path: place.path, recover: false })).close();
}

test('a reader that was lost is followed by another', async () => {
  // There is no file yet, so the first cannot begin.
  await expect(reader.query('SELECT 1 AS one')).rejects.toMatchObject({ code: 'unavailable' });
  await makeLedger();
  expect(await reader.query('SELECT $1 AS one, $2 AS two, $1 AS again', [1, 'b'])).toEqual([
    { one: 1, two: 'b', again: 1 },
  ]);
});

test('a statement that fails rejects alone', async () => {
  await makeLedger();
  const [failed, read] = [
    reader.query('SELECT missing'),
    reader.query('SELECT length(zeroblob($1)) AS bytes, zeroblob($1) AS memory', [2_000_000]),
  ];
  await expect(failed).rejects.toThrow('no such column');
  expect(await read).toMatchObject([{ bytes: 2_000_000, memory: { byteLength: 2_000_000 } }]);
});

test('what is asked of a reader that ends is rejected, then and later', async () => {
  await makeLedger();
  await reader.query('SELECT 1');
  const reading = reader.query('SELECT 1');
  await Promise.all([expect(reading).rejects.toMatchObject({ code: 'closed' }), reader.end(CLOSED)]);
  await expect(reader.query('SELECT 1')).rejects.toMatchObject({ code: 'closed' });
});
