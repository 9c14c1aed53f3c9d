import { describeError, type Logger } from '../log.ts';

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
 * Ends the process in good order at a signal. A second signal is ignored. An error that nothing caught ends it in the same
 * way, but with 1: nobody knows what it left half done, and whoever has paid for an answer still gets it.
 * @returns the same, for other reasons to end; with 1 where that is given and all else is well.
 */
export function endOnSignals({ signals, log, stop, timeoutMs, onLate }: EndOptions): EndInOrder {
  let ending: Promise<void> | undefined;
  let exitCode = 0;
  const end = async (): Promise<void> => {
    log.info('draining');
    setTimeout(() => {
      // What has not ended by now stays held, and is given back by who starts next.
      log.error({ timeoutMs }, 'the drain took too long: stopping at once');
      onLate?.();
      process.exit(1);
    }, timeoutMs).unref();
    const stopped = await stop().catch((error: unknown) => {
      log.error({ error: describeError(error) }, 'the drain failed: stopping at once');
      return 1;
    });
    log.info('stopped');
    process.exit(Math.max(exitCode, stopped));
  };
  const endOnce: EndInOrder = (code = 0) => {
    exitCode = Math.max(exitCode, code);
    return (ending ??= end());
  };
  for (const signal of signals) process.on(signal, () => void endOnce());
  // Node tells a rejected promise that nothing handled in the same way.
  process.on('uncaughtException', (error, origin) => {
    // Of several, one follows from another, and the first says most.
    if (exitCode === 0)
      log.fatal({ error: describeError(error), origin }, 'nothing caught an error: stopping');
    void endOnce(1);
  });
  return endOnce;
}

/** Never rejects. */
export type EndInOrder = (code?: number) => Promise<void>;
