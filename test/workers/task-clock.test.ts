import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { markBegun, startTaskClock } from '../../core/workers/task-clock.ts';

const LIMITS = { waitMs: 20, cpuMs: 10_000, wallMs: 50 };

function startClock(): ReturnType<typeof startTaskClock> {
  const clock = startTaskClock(LIMITS, () => Promise.resolve(undefined));
  onTestFinished(() => clock.stop());
  return clock;
}

/** Keeps the event loop busy. */
function block(blockMs: number): void {
  const end = performance.now() + blockMs;
  while (performance.now() < end);
}

it.each([
  ['in time', 0],
  ['late', 40],
])('limits a task that began %s by its work, though the event loop is late', async (_name, beforeMs) => {
  const { mark, signal } = startClock();
  block(beforeMs);
  markBegun(mark, 1);
  block(40);
  await once(signal, 'abort');
  expect(signal.reason).toBe('starved');
});

it('ends a task that no thread has begun in time', async () => {
  const { signal } = startClock();
  await once(signal, 'abort');
  expect(signal.reason).toBe('no_thread');
});
