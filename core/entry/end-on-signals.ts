import { describeError, type Logger } from '../log.ts';

interface EndOptions {
  readonly log: Logger;
  readonly stop: () => Promise<void>;
  /** Upper bound of the time that `stop` takes, in milliseconds. After it the process exits with 1. */
  readonly timeoutMs: number;
}

/**
 * Drains the gateway and exits at SIGTERM and SIGINT. A second signal is ignored. An uncaught error does the same, but
 * exits with 1: the state that it left is unknown, and requests that were paid for still get their answers.
 */
export function endOnSignals({ log, stop, timeoutMs }: EndOptions): void {
  let isEnding = false;
  let exitCode = 0;
  const end = async (): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    log.info('draining');
    setTimeout(() => {
      // Holds that are still open are given back by the next gateway that starts.
      log.error({ timeoutMs }, 'the drain took too long: stopping at once');
      process.exit(1);
    }, timeoutMs).unref();
    await stop().catch((error: unknown) => {
      exitCode = 1;
      log.error({ error: describeError(error) }, 'the drain failed: stopping at once');
    });
    log.info('stopped');
    process.exit(exitCode);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void end());
  // Node reports an unhandled rejection with this event too.
  process.on('uncaughtException', (error, origin) => {
    // Only the first is logged, because the others usually follow from it.
    if (exitCode === 0)
      log.fatal({ error: describeError(error), origin }, 'nothing caught an error: stopping');
    exitCode = 1;
    void end();
  });
}
