import { whenFirstIsOver, type Ending } from './ending.ts';

/** Who goes first when slots are scarce: an answer is needed before anything can be judged. */
export type Priority = 'contestant' | 'judge';

/** `held`: a slot is yours, give it back. `full`: as many wait as may. `ended`: the wait was ended. */
export type Entry = 'held' | 'full' | 'ended';

export interface Slots {
  /** At once where a slot is free: then nothing is allocated. */
  acquire(priority: Priority, endings: readonly Ending[]): Entry | Promise<Entry>;
  /** Gives back one slot that was held. */
  release(): void;
  inUse(): number;
  waiting(): number;
}

/**
 * A counting semaphore with two queues, first come first served in each. Cockatiel's bulkhead knows no priority, and
 * there a call whose request has ended keeps its place in the queue.
 * @param queue how many may wait, of both kinds together. A full queue refuses either kind: what waits already has
 * spent more than what is new.
 */
export function createSlots({ slots, queue }: { readonly slots: number; readonly queue: number }): Slots {
  const contestants = new Set<() => void>();
  const judges = new Set<() => void>();
  let free = slots;

  const wait = (line: Set<() => void>, endings: readonly Ending[]): Promise<Entry> =>
    new Promise((resolve) => {
      const wake = (): void => {
        forget();
        resolve('held');
      };
      line.add(wake);
      const forget = whenFirstIsOver(endings, () => {
        line.delete(wake);
        resolve('ended');
      });
    });

  return {
    acquire(priority, endings) {
      if (endings.some(({ isOver }) => isOver)) return 'ended';
      if (free > 0) {
        free -= 1;
        return 'held';
      }
      if (contestants.size + judges.size >= queue) return 'full';
      return wait(priority === 'contestant' ? contestants : judges, endings);
    },
    release() {
      for (const line of [contestants, judges]) {
        for (const wake of line) {
          line.delete(wake);
          wake();
          return;
        }
      }
      free += 1;
    },
    inUse: () => slots - free,
    waiting: () => contestants.size + judges.size,
  };
}
