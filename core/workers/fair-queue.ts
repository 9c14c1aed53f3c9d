export interface FairQueueLimits {
  /** Tasks that run at once, of all accounts together. */
  readonly slots: number;
  /** Tasks that may wait, of all accounts together. */
  readonly queue: number;
  /** Tasks of one account that may wait. Below `queue`, so that one account cannot fill it. */
  readonly queuePerAccount: number;
  /** Milliseconds, never going back; the system's own where it is not given. */
  readonly now?: () => number;
}

export interface FairQueue {
  /**
   * Runs the work when the account's turn has come; at once where a slot is free for it.
   * @throws QueueError where no more may wait, or the wait was ended.
   */
  run<T>(accountId: number, work: () => Promise<T>, terms: TaskTerms): Promise<T>;
  waiting(): number;
}

export interface TaskTerms {
  /** Ends the wait. Once the work runs, ending it is the work's own affair. */
  readonly signal: AbortSignal;
  /** It is known to take long, and leaves the last slot to others. */
  readonly isLong?: boolean;
}

/** The work was not begun. */
export class QueueError extends Error {
  constructor(reason: 'full' | 'ended') {
    super(reason === 'full' ? 'the queue is full' : 'the wait was ended');
    this.name = 'QueueError';
  }
}

/** A slot that was used so long ago counts half. */
const HALF_LIFE_MS = 5_000;
/** An account that used its slots for longer than this of late is not given the one that is kept. */
const MUCH_MS = 1_000;
/** Less than this counts as nothing. */
const LITTLE_MS = 0.1;

interface Waiting {
  readonly isLong: boolean;
  readonly wake: () => void;
}

/** The tasks of one account. */
interface Line {
  running: number;
  /** How long its tasks held their slots, as it counted at `usedAtMs`. */
  usedMs: number;
  usedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Fair queueing by account. A free slot goes to the waiting account that has the fewest tasks running; among equals to
 * the one whose tasks took the least time of late, so that many short tasks do not wait for each long one of somebody
 * else; among equals in rotation. Where there are several slots, one is kept from tasks that are long, from accounts that
 * used much, and from those that have another: so all others find it free, or soon free. Tasks of one account keep their
 * order, but for short ones that pass a long one.
 */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { queue, queuePerAccount, now = () => performance.now() } = limits;
  const slotsForLong = Math.max(1, limits.slots - 1);
  /** In rotation order: the account whose task ended last is at the end. */
  const lines = new Map<number, Line>();
  let free = limits.slots;
  let long = 0;

  const waiting = (): number => lines.values().reduce((sum, line) => sum + line.waiting.size, 0);
  const isHeavy = (line: Line, isLong: boolean): boolean => isLong || usedMs(line, now()) > MUCH_MS;
  const mayBegin = (line: Line, isLong: boolean): boolean => {
    const isLast = free === 1 && limits.slots > 1;
    if (free === 0 || (isLast && line.running > 0)) return false;
    return long < slotsForLong || !isHeavy(line, isLong);
  };

  /** Takes a slot. @returns what gives it back, counts the time, and hands it on. */
  const begin = (accountId: number, line: Line, isLong: boolean): (() => void) => {
    const heavy = Number(isHeavy(line, isLong));
    const begunAtMs = now();
    free -= 1;
    long += heavy;
    line.running += 1;
    return () => {
      free += 1;
      long -= heavy;
      line.running -= 1;
      line.usedMs = usedMs(line, now()) + now() - begunAtMs;
      line.usedAtMs = now();
      lines.delete(accountId);
      lines.set(accountId, line);
      forgetIdle(lines, now());
      fill();
    };
  };

  const fill = (): void => {
    for (let next = nextInTurn(); next !== undefined; next = nextInTurn()) next.wake();
  };
  const nextInTurn = (): Waiting | undefined => {
    let next: Waiting | undefined;
    let first: Line | undefined;
    for (const line of free > 0 ? lines.values() : []) {
      if (first !== undefined && !goesFirst(line, first, now())) continue;
      const task = line.waiting.values().find(({ isLong }) => mayBegin(line, isLong));
      if (task !== undefined) [next, first] = [task, line];
    }
    return next;
  };

  return {
    async run(accountId, work, { signal, isLong = false }) {
      const line = lines.get(accountId) ?? { running: 0, usedMs: 0, usedAtMs: now(), waiting: new Set() };
      if (!mayBegin(line, isLong) && (line.waiting.size >= queuePerAccount || waiting() >= queue))
        throw new QueueError('full');
      lines.set(accountId, line);
      const end = mayBegin(line, isLong)
        ? begin(accountId, line, isLong)
        : await waitInLine(line, { isLong, signal, begin: () => begin(accountId, line, isLong) });
      try {
        return await work();
      } finally {
        end();
      }
    },
    waiting,
  };
}

function usedMs(line: Line, nowMs: number): number {
  const leftMs = line.usedMs * 0.5 ** ((nowMs - line.usedAtMs) / HALF_LIFE_MS);
  return leftMs < LITTLE_MS ? 0 : leftMs;
}

function goesFirst(line: Line, other: Line, nowMs: number): boolean {
  if (line.running !== other.running) return line.running < other.running;
  return usedMs(line, nowMs) < usedMs(other, nowMs);
}

/** Those that have been idle the longest stand first. */
function forgetIdle(lines: Map<number, Line>, nowMs: number): void {
  for (const [accountId, line] of lines) {
    if (line.running > 0 || line.waiting.size > 0 || usedMs(line, nowMs) > 0) return;
    lines.delete(accountId);
  }
}

interface WaitTerms {
  readonly isLong: boolean;
  readonly signal: AbortSignal;
  readonly begin: () => () => void;
}

/** @returns what `begin` did when the turn came. */
function waitInLine({ waiting }: Line, { isLong, signal, begin }: WaitTerms): Promise<() => void> {
  if (signal.aborted) return Promise.reject(new QueueError('ended'));
  const { promise, resolve, reject } = Promise.withResolvers<() => void>();
  const leave = (): void => {
    waiting.delete(task);
    signal.removeEventListener('abort', abandon);
  };
  const task: Waiting = {
    isLong,
    wake() {
      leave();
      resolve(begin());
    },
  };
  const abandon = (): void => {
    leave();
    reject(new QueueError('ended'));
  };
  waiting.add(task);
  signal.addEventListener('abort', abandon);
  return promise;
}
