/** Preloaded into the gateway (with `--expose-gc`). Its parent asks, it collects and answers. */
export interface GatewayFigures {
  /** What is alive after a collection: the heap, and what hangs on it outside. */
  readonly heapBytes: number;
  readonly rssBytes: number;
  /** Sockets, timers, threads and whatever else keeps the event loop busy. */
  readonly handles: number;
  /** The same by kind, for whoever looks for the one that leaks. */
  readonly kinds: Readonly<Record<string, number>>;
}

process.on('message', (message) => {
  if (message !== 'figures') return;
  // Twice: what the first collection frees may hold what only the next one can.
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources = process.getActiveResourcesInfo();
  const kinds: Record<string, number> = {};
  for (const kind of resources) kinds[kind] = (kinds[kind] ?? 0) + 1;
  const figures: GatewayFigures = {
    heapBytes: heapUsed + external,
    rssBytes: rss,
    handles: resources.length,
    kinds,
  };
  process.send?.(figures);
});
// Being watched must not keep a process alive.
process.channel?.unref();
