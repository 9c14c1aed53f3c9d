import { vi } from 'vitest';

/** Waits until it holds, for as long as a busy machine may take: how long it took is no test’s matter. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 20_000, interval: 50 });
}
