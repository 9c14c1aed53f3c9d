import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TextResult } from '../../core/ledger/ledger-operation.ts';
import type { Texts } from '../../core/ledger/ledger.ts';
import { openSqliteLedger } from '../../core/ledger/sqlite/sqlite-ledger.ts';
import { TextQueue, type TextLoss } from '../../core/ledger/texts/text-queue.ts';
import { sampleHold, settlement, texts } from '../contract/ledgers/samples.ts';
import { temporaryPlace } from './temporary-ledger.ts';
import { cases } from '../support/whole-run.ts';

const KEPT: TextResult = { outcome: 'kept', evicted: 0 };

/** A queue whose writer the test answers for. */
function staged(
  options: { readonly maxBytes?: number; readonly lingerMs?: number; readonly results?: TextResult[] } = {},
) {
  const written: string[][] = [];
  const lost: [TextLoss, number][] = [];
  const money = { isIdle: false };
  const queue = new TextQueue({
    ...options,
    operations: money,
    onLoss: (reason, count) => lost.push([reason, count]),
    store: {
      textsLingerMs: options.lingerMs ?? 0,
      async keep(batch) {
        written.push(batch.map(({ requestId }) => requestId));
        return batch.map(() => options.results?.shift() ?? KEPT);
      },
    },
  });
  return { queue, written, lost, money };
}

test('texts wait while an operation on money does, and large ones have a transaction each', async () => {
  const { queue, written, money } = staged();
  const large = 'a'.repeat(1_500_000);
  const keeping = [
    queue.keep(texts('small 1')),
    queue.keep(texts('small 2')),
    queue.keep(texts('large 1', large)),
    queue.keep(texts('large 2', large)),
  ];
  expect(written).toEqual([]);
  money.isIdle = true;
  queue.noteMoneyBatch();
  expect(await Promise.all(keeping)).toEqual([true, true, true, true]);
  expect(written).toEqual([['small 1', 'small 2'], ['large 1'], ['large 2']]);
});

test('texts that nobody waits for linger until somebody does', async () => {
  const { queue, written, money } = staged({ lingerMs: 3_600_000 });
  money.isIdle = true;
  const keeping = ['one', 'two', 'three'].map((id) => queue.keep(texts(id), false));
  queue.noteMoneyBatch();
  expect(written).toEqual([]);
  await queue.flush('two');
  expect(written).toEqual([['one', 'two', 'three']]);
  expect(await Promise.all(keeping)).toEqual([true, true, true]);

  const later = queue.keep(texts('four'), false);
  expect(await queue.keep(texts('awaited'))).toBe(true);
  const last = queue.keep(texts('five'), false);
  await queue.drain();
  expect(written.slice(1)).toEqual([['four', 'awaited'], ['five']]);
  expect(await Promise.all([later, last])).toEqual([true, true]);
});

test('texts that linger go once they fill a transaction, or after the time', async () => {
  const { queue, written, money } = staged({ lingerMs: 3_600_000 });
  money.isIdle = true;
  const ids = Array.from({ length: 65 }, (_, index) => `text ${index}`);
  const keeping = ids.map((id) => queue.keep(texts(id), false));
  expect(written[0]).toEqual(ids.slice(0, 64));
  await queue.drain();
  await Promise.all(keeping);

  const quick = staged({ lingerMs: 1 });
  quick.money.isIdle = true;
  expect(await quick.queue.keep(texts('alone'), false)).toBe(true);
});

test('small pieces leave the pool that Node made them in, and shared ones stay where they are', async () => {
  const written: Texts[] = [];
  const queue = new TextQueue({
    operations: { isIdle: true },
    onLoss: () => {},
    store: {
      textsLingerMs: 0,
      async keep(batch) {
        written.push(...batch.filter((stored) => 'request' in stored));
        return batch.map(() => KEPT);
      },
    },
  });
  const shared = new Uint8Array(new SharedArrayBuffer(8)).subarray(2, 6);
  const pooled = Buffer.from('{"prompt":"hi"}');
  expect(pooled.buffer.byteLength).toBeGreaterThan(pooled.byteLength);
  await queue.keep({ ...texts('pooled'), request: [pooled, shared] });
  const [piece, other] = written[0]?.request ?? [];
  expect(Buffer.from(piece ?? []).toString()).toBe('{"prompt":"hi"}');
  expect(piece?.buffer.byteLength).toBe(pooled.byteLength);
  expect(other).toBe(shared);
});

test('under constant load texts get a turn after four batches of money', async () => {
  const { queue, written } = staged();
  const keeping = queue.keep(texts('patient'));
  for (let batch = 0; batch < 3; batch += 1) queue.noteMoneyBatch();
  expect(written).toEqual([]);
  queue.noteMoneyBatch();
  expect(written).toEqual([['patient']]);
  expect(await keeping).toBe(true);
});

test('beyond an account’s share texts are dropped and counted, and its neighbour’s are kept', async () => {
  const { queue, written, lost, money } = staged({ maxBytes: 1_000 });
  const keeping = [queue.keep(texts('first', 'a'.repeat(300), ''))];
  keeping.push(queue.keep(texts('second', 'a'.repeat(200), '')));
  expect(await queue.keep(texts('third', 'a'.repeat(1), ''))).toBe(false);
  expect(lost).toEqual([['queue_full', 1]]);
  keeping.push(queue.keep(texts('of another', 'a'.repeat(250), '', 2)));
  expect(await queue.keep(texts('of another, too much', 'a'.repeat(1), '', 2))).toBe(false);
  money.isIdle = true;
  queue.noteMoneyBatch();
  expect(await Promise.all(keeping)).toEqual([true, true, true]);
  expect(written.flat().toSorted()).toEqual(['first', 'of another', 'second']);
  expect(await queue.keep(texts('once there is room', 'a'.repeat(500), ''))).toBe(true);
});

test('texts of one request beyond 16 MB are refused at once, and counted', async () => {
  const { queue, written, lost } = staged();
  expect(await queue.keep(texts('huge', 'a'.repeat(16 * 1024 * 1024), 'b'))).toBe(false);
  expect([written, lost]).toEqual([[], [['request_too_large', 1]]]);
});

test('accounts take turns: a neighbour waits for no more than one text of a busy account', async () => {
  const { queue, written, money } = staged();
  const large = 'a'.repeat(1_500_000);
  const keeping = ['a', 'b', 'c'].map((id) => queue.keep(texts(`hog ${id}`, large)));
  keeping.push(queue.keep(texts('neighbour', 'b', 'b', 2)));
  money.isIdle = true;
  queue.noteMoneyBatch();
  await Promise.all(keeping);
  expect(written.flat().slice(0, 2)).toEqual(['hog a', 'neighbour']);
});

test('in whatever order texts come, each account has its first stored before any has a second more', async () => {
  const coming = fc.array(fc.record({ account: fc.integer({ min: 1, max: 5 }), bytes: fc.nat(900_000) }), {
    minLength: 1,
    maxLength: 40,
  });
  await fc.assert(
    fc.asyncProperty(coming, async (all) => {
      const { queue, written, money } = staged();
      const keeping = all.map(({ account, bytes }, index) =>
        queue.keep(texts(`${index}`, 'a'.repeat(bytes), '', account)),
      );
      money.isIdle = true;
      queue.noteMoneyBatch();
      await Promise.all(keeping);
      const order = written.flat().map((id) => all[Number(id)]?.account);
      const accounts = new Set(order);
      expect(order).toHaveLength(all.length);
      expect(new Set(order.slice(0, accounts.size))).toEqual(accounts);
      for (const account of accounts) {
        const own = written.flat().filter((id) => all[Number(id)]?.account === account);
        expect(own).toEqual(own.toSorted((one, other) => Number(one) - Number(other)));
      }
    }),
    { numRuns: cases(50) },
  );
});

test('a transaction holds a bounded number of texts', async () => {
  const { queue, written, money } = staged();
  const keeping = Array.from({ length: 150 }, (_, index) => queue.keep(texts(`${index}`)));
  money.isIdle = true;
  queue.noteMoneyBatch();
  await Promise.all(keeping);
  expect(written.map(({ length }) => length)).toEqual([64, 64, 22]);
});

test('what must wait for room is handed over again, and what gave way is counted', async () => {
  const results: TextResult[] = [
    { outcome: 'making-room', evicted: 100 },
    { outcome: 'kept', evicted: 3 },
  ];
  const { queue, written, lost, money } = staged({ results });
  money.isIdle = true;
  expect(await queue.keep(texts('large'))).toBe(true);
  expect(written).toEqual([['large'], ['large']]);
  expect(lost).toEqual([
    ['gave_way', 100],
    ['gave_way', 3],
  ]);
});

test('texts that make room take turns with those of other accounts, each step in its own transaction', async () => {
  const making = { outcome: 'making-room', evicted: 100 } as const;
  const { queue, written, money } = staged({ results: [making, KEPT, making, KEPT, KEPT, KEPT] });
  const keeping = [queue.keep(texts('hog')), queue.keep(texts('neighbour 1', 'b', 'b', 2))];
  money.isIdle = true;
  queue.noteMoneyBatch();
  keeping.push(queue.keep(texts('hog, later')), queue.keep(texts('neighbour 2', 'b', 'b', 2)));
  expect(await Promise.all(keeping)).toEqual([true, true, true, true]);
  expect(written).toEqual([['hog', 'neighbour 1'], ['hog'], ['neighbour 2'], ['hog'], ['hog, later']]);
});

test('large texts of one account delay no settlement of another by more than one of them', async () => {
  const place = temporaryPlace();
  const commits: number[] = [];
  const ledger = await openSqliteLedger({
    path: place.path,
    recover: true,
    commitOperations: { observe: (operations) => commits.push(operations) },
  });
  await ledger.createAccount('large', 1_000);
  const other = await ledger.createAccount('other', 1_000);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  for (const id of ids) await ledger.hold(sampleHold(id, { accountId: 1 }));
  await ledger.hold(sampleHold('paid', { accountId: other.id }));
  const order: string[] = [];
  const text = 'a'.repeat(5_000_000);
  const keeping = ids.map(async (id) => {
    await ledger.keepTexts(texts(id, text));
    order.push(id);
  });
  const settling = ledger
    .settle(settlement('paid', { chargeMicroCredits: 1 }))
    .then(() => order.push('paid'));
  await Promise.all([...keeping, settling]);
  expect(order.indexOf('paid')).toBeLessThanOrEqual(1);
  expect(order).toHaveLength(6);
  for (const id of ids) await ledger.void(id);
  await ledger.close();
  place.remove();
});
