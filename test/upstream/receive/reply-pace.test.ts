import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReplyPace, EventBudget } from '../../../core/upstream/receive/reply-bounds.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('two replies of any number go on a millisecond, in their order', async () => {
  const pace = createReplyPace();
  const order: number[] = [];
  for (let reply = 0; reply < 5; reply += 1) void pace(1).then(() => order.push(reply));
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(order).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

it('events of any number of replies have 64 KiB of a turn, and the last of them may be longer', async () => {
  const budget = new EventBudget();
  const take = (bytes: number): boolean => budget.take(bytes);
  expect([60_000, 5_535, 60_000, 1].map(take)).toEqual([true, true, true, false]);
  expect(budget.turn).toBe(0);
  await vi.advanceTimersByTimeAsync(0);
  expect(budget.turn).toBe(1);
  expect([65_536, 1].map(take)).toEqual([true, false]);
});

it('many short events beyond the budget are read in the next turn, and the accounts of long ones take turns', async () => {
  const budget = new EventBudget();
  const order: string[] = [];
  const wait = (accountId: number, bytes: number): void =>
    void budget.wait(accountId, bytes).then(() => order.push(`${accountId}: ${bytes}`));
  for (let reply = 0; reply < 40; reply += 1) wait(1, 400);
  wait(2, 60_000);
  wait(2, 50_000);
  await vi.advanceTimersByTimeAsync(0);
  expect(order).toEqual(['1: 400', '2: 60000']);
  await vi.runAllTimersAsync();
  expect(order).toHaveLength(42);
  expect(order.indexOf('2: 50000')).toBe(3);
});
