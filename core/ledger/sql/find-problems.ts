import type { LedgerProblem } from '../ledger.ts';
import type { Database } from './dialect.ts';
import { logInvariants, moneyInvariants, type Invariant } from './invariants.ts';
import { read } from './query.ts';
import { LedgerError } from '../ledger-error.ts';

/** Enough to see what is wrong; a broken ledger may have a violation for every row. */
const MAX_PROBLEMS_EACH = 100;

/**
 * Looks for broken invariants inside its caller's read transaction, so that all see one state of the ledger.
 * @param options.logs also compare what responses said with what was charged.
 * @throws what the driver throws where the connection is lost.
 */
export async function findProblems(
  database: Database,
  { logs }: { readonly logs: boolean },
): Promise<readonly LedgerProblem[]> {
  const money = moneyInvariants(database);
  const problems: LedgerProblem[] = [];
  for (const invariant of logs ? [...money, ...logInvariants(database)] : money)
    problems.push(...(await violationsOf(database, invariant)));
  return problems;
}

async function violationsOf(
  { query }: Database,
  { name, sql }: Invariant,
): Promise<readonly LedgerProblem[]> {
  await query('SAVEPOINT invariant');
  try {
    const rows = await query(`${sql} LIMIT ${MAX_PROBLEMS_EACH}`);
    return rows.map((row) => ({ invariant: name, detail: read(row, 'detail', 'text') }));
  } catch (error) {
    // A ledger that cannot be added up is a finding, not a reason to look no further.
    await query('ROLLBACK TO SAVEPOINT invariant');
    return [
      {
        invariant: name,
        detail: `could not be checked: ${error instanceof Error ? error.message : 'unknown error'}`,
      },
    ];
  } finally {
    await query('RELEASE SAVEPOINT invariant').catch(() => []);
  }
}

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
