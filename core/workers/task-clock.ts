/** How long a task may wait for its thread, and how long it may then work. */
export interface TaskLimits {
  /** From the call until a thread begins. */
  readonly waitMs: number;
  /** Processor time of the thread. On a machine with more to do, this takes longer by the clock. */
  readonly cpuMs: number;
  /** By the clock, however little processor time the thread got. */
  readonly wallMs: number;
}

/** What the thread tells of its beginning, in memory both sides see. */
export type TaskMark = Int32Array;
const [BEGUN, THREAD_ID, CPU_MS, USED_US] = [0, 1, 2, 3];

/** @returns one of a task that has not begun. */
export function createMark(): TaskMark {
  return new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
}

/** @returns the processor time the thread has used since it started, ms; undefined where it has ended. */
export type ReadCpuMs = (threadId: number) => Promise<number | undefined>;

export interface TaskClock {
  /** Goes with the task; the thread writes it as it begins. */
  readonly mark: TaskMark;
  /** Aborts at any of the limits. */
  readonly signal: AbortSignal;
  hasBegun(): boolean;
  /** Processor time that the task took, ms; undefined where it has not ended by itself. */
  usedMs(): number | undefined;
  /** To be called when the task has ended, however it did. */
  stop(): void;
}

/** Looks at the processor time no more often than this. */
const SHORTEST_LOOK_MS = 10;

/**
 * Times a task that a pool runs in its turn. Waiting, for other tasks or for a thread to start, is not working, and
 * neither is a thread that other processes keep from the processor.
 */
export function startTaskClock({ waitMs, cpuMs, wallMs }: TaskLimits, readCpuMs: ReadCpuMs): TaskClock {
  const mark = createMark();
  const end = new AbortController();
  const abort = (): void => end.abort();
  let timer = setTimeout(abort, waitMs);
  let isStopped = false;
  let lastCallMs = Number.POSITIVE_INFINITY;

  const look = async (): Promise<void> => {
    const leftMs = lastCallMs - performance.now();
    if (leftMs <= 0) return abort();
    // A thread that cannot be asked is ended by the clock alone.
    timer = setTimeout(abort, leftMs);
    const usedMs = await readCpuMs(Atomics.load(mark, THREAD_ID)).catch(() => undefined);
    if (isStopped || usedMs === undefined) return;
    const remainingMs = cpuMs - (usedMs - Atomics.load(mark, CPU_MS));
    if (remainingMs <= 0) return abort();
    clearTimeout(timer);
    timer = setTimeout(() => void look(), Math.min(Math.max(remainingMs, SHORTEST_LOOK_MS), leftMs));
  };

  const begun = Atomics.waitAsync(mark, BEGUN, 0, waitMs).value;
  void Promise.resolve(begun).then((how) => {
    if (isStopped || how === 'timed-out') return;
    clearTimeout(timer);
    lastCallMs = performance.now() + wallMs;
    timer = setTimeout(() => void look(), Math.min(cpuMs, wallMs));
  });
  return {
    mark,
    signal: end.signal,
    hasBegun: () => Atomics.load(mark, BEGUN) === 1,
    usedMs() {
      const usedUs = Atomics.load(mark, USED_US);
      return usedUs === 0 ? undefined : usedUs / 1_000;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      // Ends waits for the mark.
      Atomics.notify(mark, BEGUN);
    },
  };
}

/** For the thread, right before the task. @returns what to call right after it. */
export function markBegun(mark: TaskMark, threadId: number): () => void {
  const { user, system } = process.threadCpuUsage();
  Atomics.store(mark, THREAD_ID, threadId);
  Atomics.store(mark, CPU_MS, Math.round((user + system) / 1_000));
  Atomics.store(mark, BEGUN, 1);
  Atomics.notify(mark, BEGUN);
  return () => {
    const used = process.threadCpuUsage();
    Atomics.store(mark, USED_US, Math.max(1, used.user + used.system - user - system));
  };
}
