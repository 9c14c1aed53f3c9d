import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StopSource } from '../../core/upstream/stop-signal.ts';
import { pruneHourly } from '../../core/ledger/answers/prune-hourly.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('answers are pruned a minute after the start and every hour, also after a failure, until it ends', async () => {
  let prunings = 0;
  const pruneAnswers = async (): Promise<number> => {
    prunings += 1;
    if (prunings === 1) throw new Error('made to fail');
    return 0;
  };
  const stopping = new StopSource();
  pruneHourly({ pruneAnswers }, stopping);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(prunings).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(prunings).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * 3_600_000);
  expect(prunings).toBe(3);
  stopping.stop();
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(prunings).toBe(3);
});
