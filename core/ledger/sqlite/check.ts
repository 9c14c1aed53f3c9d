import type { DatabaseSync } from 'node:sqlite';
import { LOG_INVARIANTS, MAX_PROBLEMS_EACH, MONEY_INVARIANTS } from '../ledger-invariants.ts';
import type { Invariant } from '../ledger-invariants.ts';
import type { LedgerProblem } from '../ledger.ts';
import { readText } from '../ledger-row.ts';

/** What keeps rows of the ledger, of the audit log and of credited payments as they were written. */
const APPEND_ONLY: readonly (readonly [trigger: string, table: string])[] = [
  ['entry_keeps_values', 'entry'],
  ['entry_stays', 'entry'],
  ['entry_is_not_replaced', 'entry'],
  ['audit_keeps_values', 'audit_entry'],
  ['audit_stays', 'audit_entry'],
  ['audit_is_not_replaced', 'audit_entry'],
  ['credit_claim_keeps_values', 'credit_claim'],
  ['credit_claim_stays', 'credit_claim'],
  ['credit_claim_is_not_replaced', 'credit_claim'],
];

const GUARDS: readonly Invariant[] = [
  {
    name: 'entries-never-change',
    sql: `SELECT format('the trigger %s is gone: entries could be rewritten', wanted.name) AS detail
      FROM (${APPEND_ONLY.map(([trigger, table]) => `SELECT '${trigger}' AS name, '${table}' AS place`).join(' UNION ALL ')}) wanted
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = wanted.place AND t.name = wanted.name)`,
  },
  {
    name: 'rows-have-their-parents',
    sql: `SELECT format('%s row %d points at a missing row of %s', f."table", f.rowid, f.parent) AS detail
      FROM pragma_foreign_key_check f`,
  },
];

const CREDITS_USED: Invariant = {
  name: 'credits-used-is-charge',
  sql: `SELECT format('request %s: the response says %.6f credits, charged %d micro-credits', id, said, charge) AS detail
    FROM (SELECT r.id, r.charge, iif(json_valid(l.response), l.response ->> '$.creditsUsed', NULL) AS said
      FROM prompt_log l JOIN request r ON r.id = l.request_id)
    WHERE said IS NOT NULL AND round(said * 1000000) <> charge`,
};

/**
 * Looks for broken invariants inside the caller's transaction, so that all see one state of the ledger.
 * @param options.logs also compare what responses said with what was charged.
 */
export function findProblems(
  database: DatabaseSync,
  options: { readonly logs: boolean },
): readonly LedgerProblem[] {
  const money = [...MONEY_INVARIANTS, ...GUARDS];
  const invariants = options.logs ? [...money, ...LOG_INVARIANTS, CREDITS_USED] : money;
  return invariants.flatMap(({ name, sql }) => {
    try {
      const rows = database.prepare(`${sql} LIMIT ${MAX_PROBLEMS_EACH}`).all();
      return rows.map((row) => ({ invariant: name, detail: readText(row, 'detail') }));
    } catch (error) {
      // Such as sums past 64 bits: a ledger that cannot be added up is a finding, not a reason to look no further.
      const reason = error instanceof Error ? error.message : 'unknown error';
      return [{ invariant: name, detail: `could not be checked: ${reason}` }];
    }
  });
}

/** @returns every problem, from one read transaction. */
export function checkLedger(database: DatabaseSync): readonly LedgerProblem[] {
  database.exec('BEGIN');
  try {
    return findProblems(database, { logs: true });
  } finally {
    database.exec('COMMIT');
  }
}
