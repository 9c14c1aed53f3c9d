interface FairQueueLimits {
  /** Tasks that run at once, of all accounts together. */
  readonly slots: number;
  /** Tasks that may wait, of all accounts together. */
  readonly queue: number;
  /** Tasks of one account that may wait. It is lower than `queue`, so that one account cannot fill the queue. */
  readonly queuePerAccount: number;
  /** A monotonic clock in milliseconds; `performance.now` by default. */
  readonly now?: () => number;
}

export interface TaskOptions {
  /** Ends the wait. It does not end work that has begun. */
  readonly signal: AbortSignal;
  /** The task is known to take long, so it may not take the last free slot. */
  readonly isLong?: boolean;
  /** The time that a finished task counts as; the time by the clock if it is undefined or returns undefined. */
  readonly usedMs?: () => number | undefined;
}

/** The task could not begin. */
export class QueueError extends Error {
  constructor(reason: 'full' | 'ended') {
    super(reason === 'full' ? 'the queue is full' : 'the wait was ended');
    this.name = 'QueueError';
  }
}

/** The time that a task took counts half after this. */
const HALF_LIFE_MS = 5_000;
/** The reserved slot is not for accounts with a longer weighted task time. */
const LONG_MS = 100;
/** A shorter time counts as nothing. */
const LITTLE_MS = 0.1;

/** Gives the slot back. */
type EndTask = (usedMs?: number) => void;

interface Waiting {
  readonly isLong: boolean;
  readonly wake: () => void;
}

/** The tasks of one account. */
interface Line {
  running: number;
  /** The decayed time of its tasks, as of `usedAtMs`. */
  usedMs: number;
  /**
   * The mean time of its tasks, weighted by the time that each took, so that many short tasks do not hide a long one.
   */
  weightedTaskMs: number;
  usedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Shares slots fairly among accounts. A free slot goes to the waiting account with the fewest running tasks. Among equals
 * it goes to the account whose tasks took the least time recently, so that short tasks do not wait for the long ones of
 * others, and then in rotation. If there are several slots, one is reserved: long tasks, accounts with long tasks, and
 * accounts that hold another slot may not take it, so everybody else soon finds a free slot. Tasks of one account keep
 * their order, except that short ones may pass a long one.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #now: () => number;
  /** In the order of rotation. The account whose task ended last is at the end. */
  readonly #lines = new Map<number, Line>();
  #free: number;
  /** Running tasks that may not take the reserved slot. */
  #heavy = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#now = limits.now ?? (() => performance.now());
    this.#free = limits.slots;
  }

  /**
   * Runs the work when it is the account's turn, or at once if a slot is free for it.
   * @throws QueueError if no more tasks may wait, or the signal ended the wait.
   */
  async run<T>(
    accountId: number,
    work: () => Promise<T>,
    { signal, isLong = false, usedMs: workMs }: TaskOptions,
  ): Promise<T> {
    const turn = this.#take(accountId, isLong, signal);
    const end = turn instanceof Promise ? await turn : turn;
    try {
      return await work();
    } finally {
      end(workMs?.());
    }
  }

  waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + line.waiting.size, 0);
  }

  /** @returns a function that gives the slot back; without a promise if a slot is free. @throws QueueError */
  #take(accountId: number, isLong: boolean, signal: AbortSignal): EndTask | Promise<EndTask> {
    const line = this.#lines.get(accountId) ?? newLine(this.#now());
    const { queue, queuePerAccount } = this.#limits;
    const isFree = this.#isFreeFor(line, isLong);
    if (!isFree && (line.waiting.size >= queuePerAccount || this.waiting() >= queue))
      throw new QueueError('full');
    this.#lines.set(accountId, line);
    const begin = (): EndTask => this.#begin(accountId, line, isLong);
    return isFree ? begin() : waitInLine(line, isLong, signal, begin);
  }

  #isFreeFor(line: Line, isLong: boolean): boolean {
    const isLast = this.#free === 1 && this.#limits.slots > 1;
    if (this.#free === 0 || (isLast && line.running > 0)) return false;
    return this.#heavy < Math.max(1, this.#limits.slots - 1) || !this.#isHeavy(line, isLong);
  }

  #isHeavy(line: Line, isLong: boolean): boolean {
    return isLong || line.weightedTaskMs > LONG_MS;
  }

  #begin(accountId: number, line: Line, isLong: boolean): EndTask {
    const heavy = Number(this.#isHeavy(line, isLong));
    const begunAtMs = this.#now();
    this.#free -= 1;
    this.#heavy += heavy;
    line.running += 1;
    return (workMs) => {
      const nowMs = this.#now();
      this.#free += 1;
      this.#heavy -= heavy;
      line.running -= 1;
      const heldMs = workMs ?? nowMs - begunAtMs;
      const beforeMs = usedMs(line, nowMs);
      line.usedMs = beforeMs + heldMs;
      line.weightedTaskMs =
        line.usedMs === 0 ? 0 : (beforeMs * line.weightedTaskMs + heldMs * heldMs) / line.usedMs;
      line.usedAtMs = nowMs;
      this.#lines.delete(accountId);
      this.#lines.set(accountId, line);
      forgetIdle(this.#lines, nowMs);
      for (let next = this.#nextInTurn(); next !== undefined; next = this.#nextInTurn()) next.wake();
    };
  }

  #nextInTurn(): Waiting | undefined {
    let next: Waiting | undefined;
    let first: Line | undefined;
    for (const line of this.#free > 0 ? this.#lines.values() : []) {
      if (first !== undefined && !goesFirst(line, first, this.#now())) continue;
      const task = line.waiting.values().find(({ isLong }) => this.#isFreeFor(line, isLong));
      if (task !== undefined) [next, first] = [task, line];
    }
    return next;
  }
}

function newLine(nowMs: number): Line {
  return { running: 0, usedMs: 0, weightedTaskMs: 0, usedAtMs: nowMs, waiting: new Set() };
}

function usedMs(line: Line, nowMs: number): number {
  const leftMs = line.usedMs * 0.5 ** ((nowMs - line.usedAtMs) / HALF_LIFE_MS);
  return leftMs < LITTLE_MS ? 0 : leftMs;
}

function goesFirst(line: Line, other: Line, nowMs: number): boolean {
  if (line.running !== other.running) return line.running < other.running;
  return usedMs(line, nowMs) < usedMs(other, nowMs);
}

/** Lines that have been idle the longest come first. */
function forgetIdle(lines: Map<number, Line>, nowMs: number): void {
  for (const [accountId, line] of lines) {
    if (line.running > 0 || line.waiting.size > 0 || usedMs(line, nowMs) > 0) return;
    lines.delete(accountId);
  }
}

/** @returns the result of `begin`, once it is the turn of the task. */
function waitInLine(
  { waiting }: Line,
  isLong: boolean,
  signal: AbortSignal,
  begin: () => EndTask,
): Promise<EndTask> {
  if (signal.aborted) return Promise.reject(new QueueError('ended'));
  const { promise, resolve, reject } = Promise.withResolvers<EndTask>();
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
