import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Preloaded into a process under test. Its parent asks; every figure is the process's own. */
export interface ProcessFigures {
  /** Longest time the event loop was late since the last `reset`, milliseconds, waiting for a processor included. */
  readonly longestStallMs: number;
  /** Most processor time the event loop's thread took between two ticks of a 1 ms timer; no other process adds to it. */
  readonly longestWorkMs: number;
  readonly rssBytes: number;
  /** The most the process has ever held, by the operating system's count. */
  readonly peakRssBytes: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

let longestWorkMs = 0;
let lastWorkMs = threadWorkMs();
setInterval(() => {
  const workMs = threadWorkMs();
  longestWorkMs = Math.max(longestWorkMs, workMs - lastWorkMs);
  lastWorkMs = workMs;
}, 1).unref();

function threadWorkMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

process.on('message', (message) => {
  if (message === 'reset') {
    delay.reset();
    longestWorkMs = 0;
  }
  const figures: ProcessFigures = {
    longestStallMs: delay.max / 1e6,
    longestWorkMs,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1_024,
  };
  process.send?.(figures);
});
// Being watched must not keep a process alive.
process.channel?.unref();
