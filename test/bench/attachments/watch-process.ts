import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Preloaded into a process under test. Its parent asks; every figure is the process's own, since the last `reset`. */
export interface ProcessFigures {
  /** The most the event loop was late, milliseconds; waiting for a processor counts, whoever had it. */
  readonly longestStallMs: number;
  /** The same of the median second: a neighbour that took the processor once is not in it. */
  readonly usualStallMs: number;
  /** Most processor time the event loop's thread took between two ticks of a 1 ms timer; nobody else adds to it. */
  readonly longestWorkMs: number;
  readonly rssBytes: number;
  /** The most the process has ever held, by the operating system's count. */
  readonly peakRssBytes: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
let stallsMs: number[] = [];
let longestWorkMs = 0;
let lastWorkMs = threadWorkMs();

setInterval(() => {
  const workMs = threadWorkMs();
  longestWorkMs = Math.max(longestWorkMs, workMs - lastWorkMs);
  lastWorkMs = workMs;
}, 1).unref();
setInterval(endSecond, 1_000).unref();

function endSecond(): void {
  stallsMs.push(delay.max / 1e6);
  delay.reset();
}

function threadWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

process.on('message', (message) => {
  endSecond();
  if (message === 'reset') {
    stallsMs = [];
    longestWorkMs = 0;
  }
  const figures: ProcessFigures = {
    longestStallMs: Math.max(...stallsMs),
    usualStallMs: stallsMs.toSorted((a, b) => a - b)[Math.floor(stallsMs.length / 2)] ?? 0,
    longestWorkMs,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1_024,
  };
  process.send?.(figures);
});
// Being watched must not keep a process alive.
process.channel?.unref();
