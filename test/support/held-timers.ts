import { vi } from 'vitest';

/** Timers of certain lengths, which expire when a test says so and not before. */
export interface HeldTimers {
  /** Those of a length that are set and neither cleared nor expired. */
  waiting(durationMs: number): number;
  /** Lets those of a length that wait expire now. */
  expire(durationMs: number): void;
  /** From now on timers are set as ever. */
  release(): void;
}

interface Held {
  readonly durationMs: number | undefined;
  fire(): void;
}

/** Longer than any test. */
const NEVER_MS = 86_400_000;

/**
 * Watches the timers that this process sets, so that a test need not wait until a time is over, and depends on no
 * machine's speed. Choose lengths that nothing else waits for.
 * @param endless lengths of which none expires by itself, however slow the machine is.
 */
export function holdTimers(...endless: readonly (number | undefined)[]): HeldTimers {
  const held = new Map<unknown, Held>();
  const [set, clear] = [globalThis.setTimeout, globalThis.clearTimeout];
  const watch = (callback: (...values: unknown[]) => void, durationMs?: number, ...values: unknown[]) => {
    const timer = set(fire, endless.includes(durationMs) ? NEVER_MS : durationMs);
    function fire(): void {
      held.delete(timer);
      callback(...values);
    }
    held.set(timer, { durationMs, fire });
    return timer;
  };
  const spies = [
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(watch, set)),
    vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
      held.delete(timer);
      clear(timer);
    }),
  ];
  const ofLength = (durationMs: number) => [...held].filter(([, timer]) => timer.durationMs === durationMs);
  return {
    waiting: (durationMs) => ofLength(durationMs).length,
    expire(durationMs) {
      // A callback may compare the time that has passed.
      const { now } = performance;
      performance.now = () => now.call(performance) + durationMs;
      for (const [timer, { fire }] of ofLength(durationMs)) {
        // Restarted by `refresh`, it would come again.
        clear(timer as NodeJS.Timeout);
        fire();
      }
      performance.now = now;
    },
    release: () => spies.forEach((spy) => spy.mockRestore()),
  };
}
