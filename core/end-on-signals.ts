import type { Logger } from './log.ts';

export interface EndOptions {
  readonly signals: readonly NodeJS.Signals[];
  readonly log: Logger;
  /** @returns the exit code. */
  readonly stop: () => Promise<number>;
  /** For `stop`, milliseconds; after it the process ends with 1. */
  readonly timeoutMs: number;
  readonly onLate?: () => void;
}

/**
 * Ends the process in good order at a signal. A second signal is ignored.
 * @returns the same, for other reasons to end; with 1 where that is given and all else is well.
 */
export function endOnSignals(options: EndOptions): (code?: number) => Promise<void> {
  const { signals, log, stop, timeoutMs, onLate } = options;
  let ending: Promise<void> | undefined;
  const end = async (code: number): Promise<void> => {
    log.info('draining');
    setTimeout(() => {
      // What has not ended by now stays held, and is given back by who starts next.
      log.error({ timeoutMs }, 'the drain took too long: stopping at once');
      onLate?.();
      process.exit(1);
    }, timeoutMs).unref();
    const stopped = await stop();
    log.info('stopped');
    process.exit(Math.max(code, stopped));
  };
  const endOnce = (code = 0): Promise<void> => (ending ??= end(code));
  for (const signal of signals) process.on(signal, () => void endOnce());
  return endOnce;
}
