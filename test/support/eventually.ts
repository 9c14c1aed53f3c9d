import { vi } from 'vitest';

/** Waits until the assertion holds, as long as a busy machine may need. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 20_000, interval: 50 });
}
