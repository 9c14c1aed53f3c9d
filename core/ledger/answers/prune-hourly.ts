import type { AnswerCache } from './cached-answer.ts';

export const FIRST_PRUNING_MS = 60_000;
const EVERY_MS = 3_600_000;

/**
 * Deletes expired answers, a minute after the start and every hour. The next pruning makes up for one that fails.
 * @param stopping ends it.
 */
export function pruneHourly(
  ledger: Pick<AnswerCache, 'pruneAnswers'>,
  stopping: { whenStopped(listener: () => void): unknown },
): void {
  const prune = (): void => void ledger.pruneAnswers().catch(() => {});
  let every: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    prune();
    every = setInterval(prune, EVERY_MS).unref();
  }, FIRST_PRUNING_MS).unref();
  stopping.whenStopped(() => {
    clearTimeout(first);
    clearInterval(every);
  });
}
