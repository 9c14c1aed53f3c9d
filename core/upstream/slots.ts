import { whenFirstStops, type StopSignal } from './stop-signal.ts';
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts';

/** Who goes first when slots are scarce: an answer is needed before anything can be judged. */
export type Priority = 'contestant' | 'judge';

/** `held`: a slot is yours, give it back. `full`: as many wait as may. `ended`: the wait was ended. */
export type Entry = 'held' | 'full' | 'ended';

export interface Slots {
  /**
   * At once where a slot is free: then nothing is allocated.
   * @param accountId who the slot is for; give it to `release` too.
   */
  acquire(priority: Priority, accountId: number, signals: readonly StopSignal[]): Entry | Promise<Entry>;
  /** Gives back one slot that the account held. */
  release(accountId: number): void;
  inUse(): number;
  waiting(): number;
}

type Line = Set<() => void>;
/** The calls that wait, by account. In rotation order; accounts without a waiting call are not in it. */
type Lines = Map<number, Line>;

/**
 * A counting semaphore that accounts share fairly. A free slot goes to a contestant before a judge; within each kind to
 * the waiting account that holds the fewest slots, and among equals in rotation. Calls of one account and kind keep their
 * order. While nobody else waits, one account may hold all slots. Cockatiel's bulkhead knows neither priority nor
 * accounts, and there a call whose request has ended keeps its place in the queue.
 * @param queue how many may wait, of both kinds and all accounts together; or a room that others wait in too.
 */
export function createSlots({
  slots,
  queue,
}: {
  readonly slots: number;
  readonly queue: number | WaitingRoom;
}): Slots {
  const room = typeof queue === 'number' ? createWaitingRoom(queue) : queue;
  const lines: Readonly<Record<Priority, Lines>> = { contestant: new Map(), judge: new Map() };
  const heldBy = new Map<number, number>();
  let free = slots;

  const addHeld = (accountId: number, change: number): void => {
    const held = (heldBy.get(accountId) ?? 0) + change;
    if (held === 0) heldBy.delete(accountId);
    else heldBy.set(accountId, held);
  };

  const wait = (priority: Priority, accountId: number, signals: readonly StopSignal[]): Promise<Entry> =>
    new Promise((resolve) => {
      const wake = (): void => {
        forget();
        resolve('held');
      };
      enqueue(lines[priority], accountId, wake);
      const forget = whenFirstStops(signals, () => {
        dequeue(lines[priority], accountId, wake);
        room.leave(accountId);
        resolve('ended');
      });
    });

  return {
    acquire(priority, accountId, signals) {
      if (signals.some(({ isStopped }) => isStopped)) return 'ended';
      if (free > 0) {
        free -= 1;
        addHeld(accountId, 1);
        return 'held';
      }
      return room.enter(accountId) ? wait(priority, accountId, signals) : 'full';
    },
    release(accountId) {
      addHeld(accountId, -1);
      const next = takeNext(lines.contestant, heldBy) ?? takeNext(lines.judge, heldBy);
      if (next === undefined) {
        free += 1;
        return;
      }
      room.leave(next.accountId);
      addHeld(next.accountId, 1);
      next.wake();
    },
    inUse: () => slots - free,
    waiting: () => room.waiting(),
  };
}

function enqueue(lines: Lines, accountId: number, wake: () => void): void {
  const line = lines.get(accountId);
  if (line === undefined) lines.set(accountId, new Set([wake]));
  else line.add(wake);
}

function dequeue(lines: Lines, accountId: number, wake: () => void): void {
  const line = lines.get(accountId);
  line?.delete(wake);
  if (line?.size === 0) lines.delete(accountId);
}

/**
 * Takes the call whose turn it is out of the lines, and moves its account to the end of the rotation. Looks at no more
 * accounts than there are slots, and one: the search ends at the first account that holds none.
 */
function takeNext(
  lines: Lines,
  heldBy: ReadonlyMap<number, number>,
): { readonly accountId: number; readonly wake: () => void } | undefined {
  let next: { readonly accountId: number; readonly line: Line } | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const [accountId, line] of lines) {
    const held = heldBy.get(accountId) ?? 0;
    if (held < fewest) [next, fewest] = [{ accountId, line }, held];
    if (held === 0) break;
  }
  if (next === undefined) return undefined;
  const { accountId, line } = next;
  for (const wake of line) {
    line.delete(wake);
    lines.delete(accountId);
    if (line.size > 0) lines.set(accountId, line);
    return { accountId, wake };
  }
  return undefined;
}
