import { performance } from 'node:perf_hooks';

const LOOK_MS = 1_000;
/** Of the time since the last look. What works less is idle. */
const BUSY_SHARE = 0.1;

/**
 * Does work that would hold the event loop, once the process has been idle for a second. While it is not, the work waits;
 * it keeps no process alive.
 * @param lookMs between looks, milliseconds.
 */
export function whenIdle(work: () => void, lookMs: number = LOOK_MS): void {
  let before = performance.eventLoopUtilization();
  const look = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    if (utilization > BUSY_SHARE) return;
    clearInterval(look);
    work();
  }, lookMs).unref();
}
