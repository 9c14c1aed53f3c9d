/** How long a task may wait for its thread, and how long it may then work. */
export interface TaskLimits {
  /** From the call until a thread begins. */
  readonly waitMs: number;
  /** Processor time of the thread. On a busy machine it takes longer by the clock. */
  readonly cpuMs: number;
  /** By the clock, however little processor time the thread gets. */
  readonly wallMs: number;
}

/** Shared memory in which the thread marks when its task begins. */
export type TaskMark = Int32Array;
const [BEGUN, THREAD_ID, CPU_MS, USED_US] = [0, 1, 2, 3];

/** @returns the mark of a task that has not begun. */
export function createMark(): TaskMark {
  return new Int32Array(new SharedArrayBuffer(4 * Int32Array.BYTES_PER_ELEMENT));
}

/** @returns the processor time of the thread since it started, in milliseconds; undefined if it has ended. */
type ReadCpuMs = (threadId: number) => Promise<number | undefined>;

/**
 * Why the clock ended a task. `no_thread`: none was free in time. `not_needed`: the caller had stopped waiting. `used_up`:
 * the task used all of its processor time. `starved`: it ran too long by the clock with processor time left, because
 * other programs had the processor.
 */
type EndReason = 'no_thread' | 'not_needed' | 'used_up' | 'starved';

/** Stops once the caller no longer waits for the result of a task. */
export interface CallerSignal {
  /** Calls back once, or at once if it has stopped already. @returns a function that removes the callback. */
  whenStopped(callback: () => void): () => void;
}

/** The processor time is read at most this often. */
const SHORTEST_LOOK_MS = 10;

/**
 * Limits the time of a task in a pool. Waiting for other tasks or for a thread to start does not count as work, and
 * neither does time in which other processes have the processor.
 * @param callerSignal ends the wait, but no task that has begun, because another thread would have to start.
 */
export function startTaskClock(
  { waitMs, cpuMs, wallMs }: TaskLimits,
  readCpuMs: ReadCpuMs,
  callerSignal?: CallerSignal,
) {
  const mark = createMark();
  const controller = new AbortController();
  const end = (reason: EndReason): void => controller.abort(reason);
  const hasBegun = (): boolean => Atomics.load(mark, BEGUN) === 1;
  // If the event loop is late, the task may have begun although its callback below is still to come.
  let timer = setTimeout(() => (hasBegun() ? limitWork() : end('no_thread')), waitMs);
  let isStopped = false;
  let wallEndsAt = Number.POSITIVE_INFINITY;

  const look = async (): Promise<void> => {
    const leftMs = wallEndsAt - performance.now();
    if (leftMs <= 0) return end('starved');
    // If the processor time cannot be read, only the clock ends the thread.
    timer = setTimeout(end, leftMs, 'starved');
    const usedMs = await readCpuMs(Atomics.load(mark, THREAD_ID)).catch(() => undefined);
    if (isStopped || usedMs === undefined) return;
    const remainingMs = cpuMs - (usedMs - Atomics.load(mark, CPU_MS));
    if (remainingMs <= 0) return end('used_up');
    clearTimeout(timer);
    timer = setTimeout(() => void look(), Math.min(Math.max(remainingMs, SHORTEST_LOOK_MS), leftMs));
  };

  const limitWork = (): void => {
    clearTimeout(timer);
    wallEndsAt = performance.now() + wallMs;
    timer = setTimeout(() => void look(), Math.min(cpuMs, wallMs));
  };

  const forgetCaller = callerSignal?.whenStopped(() => {
    if (!hasBegun()) end('not_needed');
  });
  const begun = Atomics.waitAsync(mark, BEGUN, 0, waitMs).value;
  void Promise.resolve(begun).then((how) => {
    if (!isStopped && how !== 'timed-out') limitWork();
  });
  return {
    /** Sent with the task. The thread writes it when it begins. */
    mark,
    /** Aborts at any of the limits, with an `EndReason`. */
    signal: controller.signal,
    hasBegun,
    /** The processor time of the task, in milliseconds; undefined if it did not end by itself. */
    usedMs(): number | undefined {
      const usedUs = Atomics.load(mark, USED_US);
      return usedUs === 0 ? undefined : usedUs / 1_000;
    },
    /** Call it when the task has ended, whether it succeeded or not. */
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      forgetCaller?.();
      // Ends waits for the mark.
      Atomics.notify(mark, BEGUN);
    },
  };
}

/** Call it on the thread right before the task. @returns a function to call right after it. */
export function markBegun(mark: TaskMark, threadId: number): () => void {
  const before = process.threadCpuUsage();
  Atomics.store(mark, THREAD_ID, threadId);
  Atomics.store(mark, CPU_MS, Math.round((before.user + before.system) / 1_000));
  Atomics.store(mark, BEGUN, 1);
  Atomics.notify(mark, BEGUN);
  return () => {
    const { user, system } = process.threadCpuUsage(before);
    Atomics.store(mark, USED_US, Math.max(1, user + system));
  };
}
