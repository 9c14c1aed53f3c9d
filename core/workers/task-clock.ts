/** How long a task may wait for its thread, and how long it may then work. */
export interface TaskLimits {
  readonly waitMs: number;
  readonly workMs: number;
}

export interface TaskClock {
  /** Goes with the task; the thread marks it as it begins. */
  readonly mark: Int32Array;
  /** Aborts at either limit. */
  readonly signal: AbortSignal;
  hasBegun(): boolean;
  /** To be called when the task has ended, however it did. */
  stop(): void;
}

/**
 * Times a task that a pool runs in its turn. Whoever waits, for other tasks or for a thread to start, does not work: so
 * the time to work begins when the thread says so.
 */
export function startTaskClock({ waitMs, workMs }: TaskLimits): TaskClock {
  const mark = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const end = new AbortController();
  const abort = (): void => end.abort();
  let timer = setTimeout(abort, waitMs);
  let isStopped = false;
  const begun = Atomics.waitAsync(mark, 0, 0, waitMs).value;
  void Promise.resolve(begun).then((how) => {
    if (isStopped || how === 'timed-out') return;
    clearTimeout(timer);
    timer = setTimeout(abort, workMs);
  });
  return {
    mark,
    signal: end.signal,
    hasBegun: () => Atomics.load(mark, 0) === 1,
    stop() {
      isStopped = true;
      clearTimeout(timer);
      // Whoever still waits for the mark is let go.
      Atomics.notify(mark, 0);
    },
  };
}

/** For the thread, before anything else. */
export function markBegun(mark: Int32Array): void {
  Atomics.store(mark, 0, 1);
  Atomics.notify(mark, 0);
}
