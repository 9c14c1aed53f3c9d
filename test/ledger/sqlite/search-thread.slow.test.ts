import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAX_FILTER_WORDS } from '../../../core/ledger/requests/request-page.ts';
import { openSqliteLedger } from '../../../core/ledger/sqlite/sqlite-ledger.ts';
import type { StoredLedger } from '../../../core/ledger/stored-ledger.ts';
import { sampleHold, settlement, texts } from '../../contract/ledgers/samples.ts';
import { temporaryPlace, type TemporaryPlace } from '../temporary-ledger.ts';

/** Every one is the end of the prompt alone, and begins wherever one looks. */
const WORDS = Array.from({ length: MAX_FILTER_WORDS }, (_, index) => `a${index}`);

let place: TemporaryPlace;
let ledger: StoredLedger;
beforeEach(async () => {
  place = temporaryPlace();
  ledger = await openSqliteLedger({ path: place.path, recover: true });
});
afterEach(async () => {
  await ledger.close();
  place.remove();
});

test('a record waits for nobody’s search', async () => {
  const { id: accountId } = await ledger.createAccount('acme', 1_000);
  await ledger.hold(sampleHold('one', { accountId }));
  await ledger.settle(settlement('one'));
  const prompt = `${'a'.repeat(4_000_000)} ${WORDS.join(' ')}`;
  expect(await ledger.keepTexts(texts('one', JSON.stringify({ prompt }), '{}', accountId))).toBe(true);
  const ended: string[] = [];
  const searching = ledger.listRequests({ accountId, limit: 5, filter: { words: WORDS } });
  const finding = ledger.findRequest(accountId, 'one');
  await Promise.all([
    searching.then(({ requests }) => ended.push(`searched ${requests.length}`)),
    finding.then((record) => ended.push(`found ${record?.requestId}`)),
  ]);
  expect(ended).toEqual(['found one', 'searched 1']);
});
