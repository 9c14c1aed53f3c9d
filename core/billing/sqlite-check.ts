import type { DatabaseSync } from 'node:sqlite';
import type { LedgerProblem } from './ledger.ts';
import { readText } from './sqlite-row.ts';

interface Invariant {
  readonly name: string;
  /** Selects one text column `detail`, a row for each violation. */
  readonly sql: string;
}

/** Enough to see what is wrong; a broken ledger may have a violation for every row. */
const MAXIMUM_PROBLEMS_EACH = 100;

const SUMS_BY_ACCOUNT = `
  SELECT account_id, sum(iif(kind = 'grant', amount, 0)) AS granted, sum(iif(kind = 'charge', amount, 0)) AS charged
  FROM entry GROUP BY account_id`;

const SUMS_BY_REQUEST = `
  SELECT request_id, sum(kind = 'charge') AS charges, sum(kind = 'release') AS releases,
    sum(iif(kind = 'charge', amount, 0)) AS charged, sum(iif(kind = 'release', amount, 0)) AS released,
    sum(iif(kind = 'house', amount, 0)) AS house, min(account_id) AS lowest, max(account_id) AS highest
  FROM entry WHERE request_id IS NOT NULL GROUP BY request_id`;

const MONEY: readonly Invariant[] = [
  {
    name: 'granted-is-posted-and-charged',
    sql: `SELECT format('account %d: granted %d, posted %d, charged %d', a.id, ifnull(s.granted, 0), a.posted, ifnull(s.charged, 0)) AS detail
      FROM account a LEFT JOIN (${SUMS_BY_ACCOUNT}) s ON s.account_id = a.id
      WHERE ifnull(s.granted, 0) <> a.posted + ifnull(s.charged, 0)`,
  },
  {
    name: 'reserved-is-open-holds',
    sql: `SELECT format('account %d: reserved %d, open holds %d', a.id, a.reserved, ifnull(o.holds, 0)) AS detail
      FROM account a LEFT JOIN (SELECT account_id, sum(hold) AS holds FROM request WHERE state = 'reserved' GROUP BY account_id) o
        ON o.account_id = a.id
      WHERE a.reserved <> ifnull(o.holds, 0)`,
  },
  {
    name: 'reserved-within-posted',
    sql: `SELECT format('account %d: posted %d, reserved %d', id, posted, reserved) AS detail
      FROM account WHERE NOT (0 <= reserved AND reserved <= posted)`,
  },
  {
    name: 'finished-once',
    sql: `SELECT format('request %s (%s, hold %d): %d charge entries of %d, %d release entries of %d', r.id, r.state, r.hold,
        ifnull(s.charges, 0), ifnull(s.charged, 0), ifnull(s.releases, 0), ifnull(s.released, 0)) AS detail
      FROM request r LEFT JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
      WHERE r.state <> 'reserved' AND NOT (s.charges IS 1 AND s.releases IS 1 AND s.charged + s.released IS r.hold)`,
  },
  {
    name: 'open-has-no-entries',
    sql: `SELECT format('request %s is reserved but has a %s entry of %d', r.id, e.kind, e.amount) AS detail
      FROM request r JOIN entry e ON e.request_id = r.id WHERE r.state = 'reserved'`,
  },
  {
    name: 'entries-match-request',
    sql: `SELECT format('request %s of account %d (%s, charge %d): entries of accounts %d to %d, charged %d', r.id, r.account_id,
        r.state, r.charge, s.lowest, s.highest, s.charged) AS detail
      FROM request r JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
      WHERE r.state <> 'reserved' AND NOT (s.lowest = r.account_id AND s.highest = r.account_id AND s.charged IS r.charge
        AND (r.state = 'settled' OR (r.charge IS 0 AND s.house = 0)))`,
  },
  {
    name: 'calls-are-charge-and-house',
    sql: `SELECT format('request %s (%s): calls cost %d, charged %d, house %d', r.id, r.state, ifnull(c.cost, 0), s.charged, s.house) AS detail
      FROM request r JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
        LEFT JOIN (SELECT request_id, sum(charge) AS cost FROM call GROUP BY request_id) c ON c.request_id = r.id
      WHERE ifnull(c.cost, 0) <> s.charged + s.house`,
  },
  {
    name: 'entries-never-change',
    sql: `SELECT format('the trigger %s is gone: entries could be rewritten', wanted.name) AS detail
      FROM (SELECT 'entry_keeps_values' AS name UNION ALL SELECT 'entry_stays') wanted
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = 'entry' AND t.name = wanted.name)`,
  },
  {
    name: 'rows-have-their-parents',
    sql: `SELECT format('%s row %d points at a missing row of %s', f."table", f.rowid, f.parent) AS detail
      FROM pragma_foreign_key_check f`,
  },
];

/** Reads every logged response, so it is left out when a gateway starts. */
const LOGS: readonly Invariant[] = [
  {
    name: 'logged-is-settled',
    sql: `SELECT format('request %s has a logged response but is %s', r.id, r.state) AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.state <> 'settled'`,
  },
  {
    name: 'credits-used-is-charge',
    sql: `SELECT format('request %s: the response says %.6f credits, charged %d micro-credits', id, said, charge) AS detail
      FROM (SELECT r.id, r.charge, iif(json_valid(l.response), l.response ->> '$.creditsUsed', NULL) AS said
        FROM prompt_log l JOIN request r ON r.id = l.request_id)
      WHERE said IS NOT NULL AND round(said * 1000000) <> charge`,
  },
];

/**
 * Looks for broken invariants inside the caller's transaction, so that all see one state of the ledger.
 * @param options.logs also compare what responses said with what was charged.
 */
export function findProblems(
  database: DatabaseSync,
  options: { readonly logs: boolean },
): readonly LedgerProblem[] {
  const invariants = options.logs ? [...MONEY, ...LOGS] : MONEY;
  return invariants.flatMap(({ name, sql }) => {
    try {
      const rows = database.prepare(`${sql} LIMIT ${MAXIMUM_PROBLEMS_EACH}`).all();
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
