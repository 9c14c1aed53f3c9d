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
  const prune = (): void => {
    ledger.pruneAnswers().catch(() => {});
    timer = setTimeout(prune, EVERY_MS).unref();
  };
  let timer = setTimeout(prune, FIRST_PRUNING_MS).unref();
  stopping.whenStopped(() => clearTimeout(timer));
}
