import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CommitQueue } from '../../core/ledger/commit-queue.ts';

let queue: CommitQueue;
let batches: number[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'performance'] });
  batches = [];
  queue = new CommitQueue({
    write: async (operations) => {
      batches.push(operations.length);
      return operations.map(() => ({ value: null }));
    },
    maxPending: 100,
    maxPostponedMs: 1_000,
  });
});

afterEach(() => vi.useRealTimers());

function submit(operations: number): Promise<unknown> {
  return Promise.all(Array.from({ length: operations }, () => queue.submit({ kind: 'probe' })));
}

test('an operation that comes alone is written at once, and so is the next', async () => {
  for (let one = 0; one < 3; one += 1) {
    const written = submit(1);
    await vi.advanceTimersByTimeAsync(0);
    await written;
  }
  expect(batches).toEqual([1, 1, 1]);
});

test('after a crowd what comes within a few milliseconds shares a batch', async () => {
  const crowd = submit(4);
  await vi.advanceTimersByTimeAsync(0);
  await crowd;
  const first = submit(1);
  await vi.advanceTimersByTimeAsync(2);
  expect(batches).toEqual([4]);
  const second = submit(2);
  await vi.advanceTimersByTimeAsync(2);
  await Promise.all([first, second]);
  expect(batches).toEqual([4, 3]);
});

test('after a batch that took as long, nothing waits', async () => {
  const crowd = submit(4);
  await vi.advanceTimersByTimeAsync(0);
  await crowd;
  vi.advanceTimersByTime(10);
  const next = submit(1);
  await vi.advanceTimersByTimeAsync(0);
  await next;
  expect(batches).toEqual([4, 1]);
});

test('a queue that drains writes what waits for company', async () => {
  const operations = submit(4);
  await vi.advanceTimersByTimeAsync(0);
  await operations;
  const last = submit(1);
  const drained = queue.drain(Object.assign(new Error('stopping')) as never);
  await vi.advanceTimersByTimeAsync(4);
  await Promise.all([last, drained]);
  expect(batches).toEqual([4, 1]);
});
