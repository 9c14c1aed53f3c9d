import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import { sampleHold, settlement, texts } from '../../contract/ledgers/samples.ts';
import { meddle, temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

const CLAIM = { key: 'once', fingerprint: '0'.repeat(64) };
const ANSWER = JSON.stringify({ creditsUsed: 0, text: 'x'.repeat(100_000) });

let place: TemporaryPlace;

beforeEach(async () => {
  place = temporaryPlace();
  const ledger = await openSqliteLedger({ path: place.path, recover: true });
  await ledger.createAccount('someone', 1_000);
  await ledger.hold(sampleHold('request-1', { idempotency: CLAIM }));
  expect(await ledger.keepTexts(texts('request-1', '{}', ANSWER))).toBe(true);
  await ledger.settle(settlement('request-1'));
  await ledger.close();
});
afterEach(() => place.remove());

/** Takes away a page in the middle of the answer: whoever reads the answer fails, whoever does not, does not notice. */
function breakAnswer(): void {
  const pageBytes = meddle(
    place.path,
    (database) => database.prepare('PRAGMA page_size').get()?.['page_size'],
  );
  if (typeof pageBytes !== 'number') throw new Error('The database has no page size.');
  const file = readFileSync(place.path);
  // Each page of a long text begins with the number of the next one, 4 bytes.
  const page = Math.floor(file.indexOf('x'.repeat(pageBytes - 4)) / pageBytes);
  file.fill(0, page * pageBytes, (page + 1) * pageBytes);
  writeFileSync(place.path, file);
}

test('a used key is looked up without reading the answer', async () => {
  breakAnswer();
  expect(() =>
    meddle(place.path, (database) => database.prepare('SELECT response FROM prompt_log').get()),
  ).toThrow('malformed');
  const ledger = await openSqliteLedger({ path: place.path, recover: true });
  const mismatch = { ...CLAIM, fingerprint: '1'.repeat(64) };
  const settled = {
    outcome: 'settled',
    requestId: 'request-1',
    chargeMicroCredits: 0,
    responseBytes: ANSWER.length,
  };
  for (const [idempotency, use] of [
    [mismatch, { outcome: 'key_mismatch' }],
    [CLAIM, settled],
  ] as const) {
    expect(await ledger.findReply(1, idempotency)).toEqual(use);
    expect(await ledger.hold(sampleHold('request-2', { idempotency }))).toEqual(use);
  }
  await ledger.close();
});
