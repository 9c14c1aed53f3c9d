import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { whenIdle } from '../core/when-idle.ts';

const LOOK_MS = 50;

it('does the work once, and not while the process is busy', async () => {
  const work = vi.fn<() => void>();
  whenIdle(work, LOOK_MS);
  for (let turn = 0; turn < 10; turn += 1) {
    const until = performance.now() + 2 * LOOK_MS;
    while (performance.now() < until);
    await wait(0);
  }
  expect(work).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(work).toHaveBeenCalled(), { timeout: 5_000 });
  await wait(3 * LOOK_MS);
  expect(work).toHaveBeenCalledOnce();
});
