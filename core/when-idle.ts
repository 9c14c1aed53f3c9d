import { performance } from 'node:perf_hooks';

const CHECK_MS = 1_000;
/** A process is idle if it worked for a smaller share of the time since the last check. */
const BUSY_SHARE = 0.1;

/**
 * Does work that would block the event loop, once the process has been idle for a second. Work that waits does not keep the
 * process alive.
 * @param checkMs the time between checks, in milliseconds.
 */
export function whenIdle(work: () => void, checkMs: number = CHECK_MS): void {
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY_SHARE) return;
    clearInterval(timer);
    work();
  }, checkMs).unref();
}
