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

export interface TaskTerms {
  /** Ends the wait. Once the work runs, ending it is the work's own affair. */
  readonly signal: AbortSignal;
  /** It is known to take long, and leaves the last slot to others. */
  readonly isLong?: boolean;
  /** What ended work counts as; by the clock where there is none, or it does not know. */
  readonly usedMs?: () => number | undefined;
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
/** An account whose weighted task time is longer does not get the slot that is kept. */
const LONG_MS = 100;
/** Less than this counts as nothing. */
const LITTLE_MS = 0.1;

interface TakeTerms {
  readonly isLong: boolean;
  readonly signal: AbortSignal;
}

/** Gives the slot back. */
type EndTask = (usedMs?: number) => void;

interface Waiting {
  readonly isLong: boolean;
  readonly wake: () => void;
}

/** The tasks of one account. */
interface Line {
  running: number;
  /** How long its tasks worked, as it counted at `usedAtMs`. */
  usedMs: number;
  /**
   * The mean time of its tasks, in which each counts by the time it took: many short ones do not hide a long one, and one
   * long one does not weigh as much as many short ones.
   */
  weightedTaskMs: number;
  usedAtMs: number;
  readonly waiting: Set<Waiting>;
}

/**
 * Fair queueing by account. A free slot goes to the waiting account that has the fewest tasks running; among equals to
 * the one whose tasks took the least time of late, so that many short tasks do not wait for each long one of somebody
 * else; among equals in rotation. Where there are several slots, one is kept from tasks that are long, from accounts whose
 * tasks are, and from those that have another: so all others find it free, or soon free. Tasks of one account keep their
 * order, but for short ones that pass a long one.
 */
export class FairQueue {
  readonly #limits: FairQueueLimits;
  readonly #now: () => number;
  /** In rotation order: the account whose task ended last is at the end. */
  readonly #lines = new Map<number, Line>();
  #free: number;
  /** Slots with tasks that may not have the last one. */
  #heavy = 0;

  constructor(limits: FairQueueLimits) {
    this.#limits = limits;
    this.#now = limits.now ?? (() => performance.now());
    this.#free = limits.slots;
  }

  /**
   * Runs the work when the account's turn has come; at once where a slot is free for it.
   * @throws QueueError where no more may wait, or the wait was ended.
   */
  async run<T>(
    accountId: number,
    work: () => Promise<T>,
    { signal, isLong = false, usedMs: workMs }: TaskTerms,
  ): Promise<T> {
    const turn = this.#take(accountId, { isLong, signal });
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

  /** @returns what gives the slot back; at once where one is free. @throws QueueError */
  #take(accountId: number, { isLong, signal }: TakeTerms): EndTask | Promise<EndTask> {
    const line = this.#lines.get(accountId) ?? newLine(this.#now());
    const { queue, queuePerAccount } = this.#limits;
    const isFree = this.#isFreeFor(line, isLong);
    if (!isFree && (line.waiting.size >= queuePerAccount || this.waiting() >= queue))
      throw new QueueError('full');
    this.#lines.set(accountId, line);
    const begin = (): EndTask => this.#begin(accountId, line, isLong);
    return isFree ? begin() : waitInLine(line, { isLong, signal, begin });
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

/** Those that have been idle the longest stand first. */
function forgetIdle(lines: Map<number, Line>, nowMs: number): void {
  for (const [accountId, line] of lines) {
    if (line.running > 0 || line.waiting.size > 0 || usedMs(line, nowMs) > 0) return;
    lines.delete(accountId);
  }
}

interface WaitTerms extends TakeTerms {
  readonly begin: () => EndTask;
}

/** @returns what `begin` did when the turn came. */
function waitInLine({ waiting }: Line, { isLong, signal, begin }: WaitTerms): Promise<EndTask> {
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
