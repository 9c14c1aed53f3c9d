import type { FlipTally } from '../../calibration/measure/count-flips.ts';
import type { Environment } from '../../config.ts';
import { paintFor } from '../../terminal/paint.ts';
import { createReadingLine, type ReadingLine } from '../../terminal/reading-line.ts';
import { withLedger } from '../account/with-ledger.ts';
import { loggedEvaluations, type LoggedQuery } from './logged-evaluations.ts';

export interface Surroundings {
  readonly environment: Environment;
  /** Whether a program reads what the command prints. */
  readonly json: boolean;
}

/**
 * Adds what the log holds to a tally, with a line about how far it is.
 * @returns how many requests were read; undefined if SIGINT or SIGTERM ended it.
 * @throws Error where there is no such ledger or account.
 */
export async function countLogged(
  query: Omit<LoggedQuery, 'signal'>,
  tally: FlipTally,
  { environment, json }: Surroundings,
): Promise<number | undefined> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort();
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    return await withLedger(environment, async (ledger) => {
      const line = lineFor(environment, json);
      try {
        const read = await loggedEvaluations(
          ledger,
          { ...query, signal: interrupted.signal },
          {
            evaluation: (evaluation, accountId, judgedWith) => tally.add(evaluation, accountId, judgedWith),
            request: line.show,
          },
        );
        line.end();
        return read;
      } catch (error) {
        line.stop();
        throw error;
      }
    });
  } catch (error) {
    if (interrupted.signal.aborted) return undefined;
    throw error;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

function lineFor(environment: Environment, json: boolean): ReadingLine {
  const { stderr } = process;
  return createReadingLine(
    {
      // A program that reads JSON wants no lines from us, unless a person is watching it.
      stream: json && !stderr.isTTY ? { write: () => true } : stderr,
      inPlace: stderr.isTTY && environment['TERM'] !== 'dumb',
      paint: paintFor(stderr),
      now: () => performance.now(),
    },
    'judged request',
  );
}
