import { LedgerError } from './ledger-error.ts';
import type { LedgerProblem } from './ledger.ts';

const SHOWN_PROBLEMS = 5;

/** A gateway does not start on a ledger whose figures are wrong. @throws LedgerError `unusable` naming the first few. */
export function refuseProblems(problems: readonly LedgerProblem[]): void {
  if (problems.length === 0) return;
  const shown = problems
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => `${problem.invariant}: ${problem.detail}`)
    .join('; ');
  throw new LedgerError(
    'unusable',
    `The ledger breaks ${problems.length} of its invariants (${shown}). Run \`assay ledger check\` for all of them; repair it or restore a backup before starting the gateway.`,
  );
}
