import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Preloaded into a process under test. Its parent asks; every figure is the process's own. */
export interface ProcessFigures {
  /** Longest time the event loop was late since the last `reset`, milliseconds. */
  readonly longestStallMs: number;
  readonly rssBytes: number;
  /** The most the process has ever held, by the operating system's count. */
  readonly peakRssBytes: number;
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();

process.on('message', (message) => {
  if (message === 'reset') delay.reset();
  const figures: ProcessFigures = {
    longestStallMs: delay.max / 1e6,
    rssBytes: process.memoryUsage.rss(),
    peakRssBytes: process.resourceUsage().maxRSS * 1_024,
  };
  process.send?.(figures);
});
// Being watched must not keep a process alive.
process.channel?.unref();
