import { vi } from 'vitest';

/** Far out: a busy machine is no fault. */
const WAIT_MS = 120_000;

/** Waits until the assertion holds, as long as a busy machine may need. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: WAIT_MS, interval: 50 });
}
