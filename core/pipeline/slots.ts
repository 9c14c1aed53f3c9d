/** Who goes first when slots are scarce: an answer is needed before anything can be judged. */
export type Priority = 'contestant' | 'judge';

export interface Slots {
  /**
   * Waits for a slot.
   * @returns what gives it back; harmless to call twice. Undefined where the signal ended the wait.
   */
  acquire(priority: Priority, signal: AbortSignal): Promise<(() => void) | undefined>;
}

interface Waiter {
  readonly wake: () => void;
}

/** A counting semaphore with two queues, first come first served in each. */
export function createSlots(limit: number): Slots {
  const waiting: Readonly<Record<Priority, Set<Waiter>>> = { contestant: new Set(), judge: new Set() };
  let free = limit;

  const giveBack = (): void => {
    free += 1;
    for (const queue of [waiting.contestant, waiting.judge]) {
      for (const waiter of queue) {
        queue.delete(waiter);
        free -= 1;
        waiter.wake();
        return;
      }
    }
  };
  const slot = (): (() => void) => {
    let held = true;
    return () => {
      if (held) giveBack();
      held = false;
    };
  };

  return {
    acquire(priority, signal) {
      if (signal.aborted) return Promise.resolve(undefined);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(slot());
      }
      return new Promise((resolve) => {
        const stop = (): void => {
          waiting[priority].delete(waiter);
          resolve(undefined);
        };
        const waiter: Waiter = {
          wake() {
            signal.removeEventListener('abort', stop);
            resolve(slot());
          },
        };
        waiting[priority].add(waiter);
        signal.addEventListener('abort', stop, { once: true });
      });
    },
  };
}
