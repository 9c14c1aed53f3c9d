/** Preloaded into a subject: what it has cost so far, whenever its parent asks. It adds no timer to what is measured. */
export interface Cost {
  /** Processor time of all threads, microseconds. */
  readonly cpuMicros: number;
  /** Memory that the process holds, by the operating system's count. */
  readonly rssBytes: number;
}

process.on('message', (message) => {
  if (message !== 'cost') return;
  const { user, system } = process.cpuUsage();
  const cost: Cost = {
    cpuMicros: user + system,
    rssBytes: process.memoryUsage.rss(),
  };
  process.send?.(cost);
});
process.once('disconnect', () => process.exit(1));
