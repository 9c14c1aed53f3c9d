export interface FairQueueLimits {
  /** Tasks that run at once, of all accounts together. */
  readonly slots: number;
  /** Tasks that may wait, of all accounts together. */
  readonly queue: number;
  /** Tasks of one account that may wait. Below `queue`, so that one account cannot fill it. */
  readonly queuePerAccount: number;
}

export interface FairQueue {
  /**
   * Runs the work when the account's turn has come; at once where a slot is free.
   * @param signal ends the wait. Once the work runs, ending it is the work's own affair.
   * @throws QueueError where no more may wait, or the wait was ended.
   */
  run<T>(accountId: number, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  waiting(): number;
}

/** The work was not begun. */
export class QueueError extends Error {
  constructor(reason: 'full' | 'ended') {
    super(reason === 'full' ? 'the queue is full' : 'the wait was ended');
    this.name = 'QueueError';
  }
}

interface Line {
  running: number;
  readonly waiting: Set<() => void>;
}

/**
 * Fair queueing by account: a free slot goes to the waiting account that has the fewest tasks running, and among equals
 * in rotation. So while others wait, no account gets a second slot. Tasks of one account keep their order.
 */
export function createFairQueue({ slots, queue, queuePerAccount }: FairQueueLimits): FairQueue {
  /** In rotation order: the account whose task ended last is at the end. Accounts with nothing to do are not in it. */
  const lines = new Map<number, Line>();
  let free = slots;

  const waiting = (): number => lines.values().reduce((sum, line) => sum + line.waiting.size, 0);
  const isFull = (line: Line): boolean => line.waiting.size >= queuePerAccount || waiting() >= queue;
  const forgetIdle = (accountId: number, line: Line): void => {
    if (isIdle(line) && lines.get(accountId) === line) lines.delete(accountId);
  };

  /** Hands a slot on, or keeps it free where nobody waits. */
  const passOn = (): void => {
    const next = nextInTurn(lines);
    if (next === undefined) {
      free += 1;
      return;
    }
    next.running += 1;
    const [wake] = next.waiting;
    wake?.();
  };

  return {
    async run(accountId, work, signal) {
      const line = lines.get(accountId) ?? { running: 0, waiting: new Set() };
      if (free > 0) {
        free -= 1;
        line.running += 1;
        lines.set(accountId, line);
      } else {
        if (isFull(line)) throw new QueueError('full');
        lines.set(accountId, line);
        await waitInLine(line, signal).finally(() => forgetIdle(accountId, line));
      }
      try {
        return await work();
      } finally {
        line.running -= 1;
        // To the end of the rotation, or out of it.
        lines.delete(accountId);
        if (!isIdle(line)) lines.set(accountId, line);
        passOn();
      }
    },
    waiting,
  };
}

function isIdle({ running, waiting }: Line): boolean {
  return running === 0 && waiting.size === 0;
}

function nextInTurn(lines: ReadonlyMap<number, Line>): Line | undefined {
  let next: Line | undefined;
  for (const line of lines.values()) {
    if (line.waiting.size > 0 && (next === undefined || line.running < next.running)) next = line;
  }
  return next;
}

function waitInLine({ waiting }: Line, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.reject(new QueueError('ended'));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const leave = (): void => {
    waiting.delete(wake);
    signal.removeEventListener('abort', abandon);
  };
  const wake = (): void => {
    leave();
    resolve();
  };
  const abandon = (): void => {
    leave();
    reject(new QueueError('ended'));
  };
  waiting.add(wake);
  signal.addEventListener('abort', abandon);
  return promise;
}
