import type { FlipTally } from '../../calibration/measure/count-flips.ts';
import type { Environment } from '../../config.ts';
import type { Ledger, LedgerAdmin } from '../../ledger/ledger.ts';
import type { LiveLinesOptions } from '../../terminal/live-lines.ts';
import { createReadingLine, follow } from '../../terminal/progress-line.ts';
import { withAccount, withLedger } from '../account/with-ledger.ts';
import { loggedEvaluations, type LoggedQuery } from './logged-evaluations.ts';

interface Surroundings {
  readonly environment: Environment;
  /** Where progress is shown. */
  readonly output: LiveLinesOptions;
}

/**
 * Adds what the log holds to a tally, with a line about how far it is.
 * @returns how many requests were read. @throws Error where there is no such ledger or account, or the signal ended it.
 */
export async function countLogged(
  query: LoggedQuery,
  tally: FlipTally,
  { environment, output }: Surroundings,
): Promise<number> {
  const read = (ledger: Ledger & LedgerAdmin): Promise<number> =>
    follow(createReadingLine(output, 'judged request'), (request) =>
      loggedEvaluations(ledger, query, {
        evaluation: (evaluation, accountId, judgedWith) => tally.add(evaluation, accountId, judgedWith),
        request,
      }),
    );
  return query.account === undefined
    ? await withLedger(environment, read)
    : await withAccount(environment, query.account, ({ ledger }) => read(ledger));
}
