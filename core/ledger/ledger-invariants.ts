import { countsInBudget } from './budgets/key-line-sql.ts';

export interface Invariant {
  readonly name: string;
  /** Selects one text column `detail`, a row for each violation. */
  readonly sql: string;
}

/** Enough to see what is wrong; a broken ledger may have a violation for every row. */
export const MAX_PROBLEMS_EACH = 100;

const SUMS_BY_ACCOUNT = `
  SELECT account_id, sum(CASE kind WHEN 'grant' THEN amount WHEN 'correction' THEN -amount ELSE 0 END) AS granted,
    sum(CASE kind WHEN 'charge' THEN amount ELSE 0 END) AS charged
  FROM entry GROUP BY account_id`;

const SUMS_BY_REQUEST = `
  SELECT request_id, sum(CASE kind WHEN 'charge' THEN 1 ELSE 0 END) AS charges,
    sum(CASE kind WHEN 'release' THEN 1 ELSE 0 END) AS releases,
    sum(CASE kind WHEN 'charge' THEN amount ELSE 0 END) AS charged,
    sum(CASE kind WHEN 'release' THEN amount ELSE 0 END) AS released,
    sum(CASE kind WHEN 'absorbed' THEN amount ELSE 0 END) AS absorbed,
    min(account_id) AS lowest, max(account_id) AS highest
  FROM entry WHERE request_id IS NOT NULL GROUP BY request_id`;

/** What money must be in every ledger, in the SQL that SQLite and PostgreSQL have in common. */
export const MONEY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'granted-is-posted-and-charged',
    sql: `SELECT 'account ' || a.id || ': granted ' || coalesce(s.granted, 0) || ', posted ' || a.posted || ', charged '
        || coalesce(s.charged, 0) AS detail
      FROM account a LEFT JOIN (${SUMS_BY_ACCOUNT}) s ON s.account_id = a.id
      WHERE coalesce(s.granted, 0) <> a.posted + coalesce(s.charged, 0)`,
  },
  {
    name: 'reserved-is-open-holds',
    sql: `SELECT 'account ' || a.id || ': reserved ' || a.reserved || ', open holds ' || coalesce(o.holds, 0) AS detail
      FROM account a LEFT JOIN (SELECT account_id, sum(hold) AS holds FROM request WHERE state = 'reserved' GROUP BY account_id) o
        ON o.account_id = a.id
      WHERE a.reserved <> coalesce(o.holds, 0)`,
  },
  {
    name: 'finished-once',
    sql: `SELECT 'request ' || r.id || ' (' || r.state || ', hold ' || r.hold || '): ' || coalesce(s.charges, 0)
        || ' charge entries of ' || coalesce(s.charged, 0) || ', ' || coalesce(s.releases, 0) || ' release entries of '
        || coalesce(s.released, 0) AS detail
      FROM request r LEFT JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
      WHERE r.state <> 'reserved' AND NOT (coalesce(s.charges, 0) = 1 AND s.releases = 1 AND s.released = CASE WHEN s.charged < r.hold THEN r.hold - s.charged ELSE 0 END)`,
  },
  {
    name: 'open-has-no-entries',
    sql: `SELECT 'request ' || r.id || ' is reserved but has an entry: ' || e.kind || ' of ' || e.amount AS detail
      FROM request r JOIN entry e ON e.request_id = r.id WHERE r.state = 'reserved'`,
  },
  {
    name: 'entries-match-request',
    sql: `SELECT 'request ' || r.id || ' of account ' || r.account_id || ' (' || r.state || ', charge ' || coalesce(r.charge, 0)
        || '): entries of accounts ' || s.lowest || ' to ' || s.highest || ', charged ' || s.charged AS detail
      FROM request r JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
      WHERE r.state <> 'reserved' AND NOT (s.lowest = r.account_id AND s.highest = r.account_id
        AND s.charged IS NOT DISTINCT FROM r.charge AND (r.state = 'settled' OR (s.charged = 0 AND s.absorbed = 0)))`,
  },
  {
    name: 'calls-are-charge-and-absorbed',
    sql: `SELECT 'request ' || r.id || ' (' || r.state || '): calls cost ' || coalesce(c.cost, 0) || ', charged ' || s.charged
        || ', absorbed ' || s.absorbed AS detail
      FROM request r JOIN (${SUMS_BY_REQUEST}) s ON s.request_id = r.id
        LEFT JOIN (SELECT request_id, sum(charge) AS cost FROM call GROUP BY request_id) c ON c.request_id = r.id
      WHERE coalesce(c.cost, 0) <> s.charged + s.absorbed`,
  },
  {
    name: 'keys-are-of-their-request',
    sql: `SELECT 'an idempotency key of account ' || i.account_id || ' stands for request ' || r.id || ' (' || r.state
        || ') of account ' || r.account_id AS detail
      FROM idempotency i JOIN request r ON r.id = i.request_id WHERE i.account_id <> r.account_id OR r.state = 'voided'`,
  },
  {
    name: 'budgets-count-requests',
    sql: `SELECT 'the ' || b.period || ' budget of account ' || b.account_id || coalesce(', key ' || b.key_id, '')
        || ': charged ' || b.charged || ', of its requests ' || b.all_charged || '; held ' || b.held || ', open holds '
        || b.all_held AS detail
      FROM (SELECT budget.*,
          (SELECT coalesce(sum(r.charge), 0) FROM request r WHERE r.account_id = budget.account_id
            AND ${countsInBudget('r.key_id', 'budget.key_id')}
            AND r.finished_ms >= budget.starts_ms AND r.finished_ms < budget.ends_ms) AS all_charged,
          (SELECT coalesce(sum(r.hold), 0) FROM request r WHERE r.account_id = budget.account_id
            AND ${countsInBudget('r.key_id', 'budget.key_id')} AND r.state = 'reserved') AS all_held
        FROM budget) b
      WHERE b.charged <> b.all_charged OR b.held <> b.all_held`,
  },
];

/** Their cost grows with the logged texts, so they are left out when a gateway starts. */
export const LOG_INVARIANTS: readonly Invariant[] = [
  {
    // A text may be stored just before its request is settled, never kept after it was voided.
    name: 'logged-is-settled',
    sql: `SELECT 'request ' || r.id || ' has a logged response but is ' || r.state AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.state = 'voided'`,
  },
  {
    name: 'text-totals-are-sums',
    sql: `SELECT 'account ' || a.id || ': texts of ' || coalesce(s.bytes, 0) || ' bytes, counted ' || coalesce(t.bytes, 0) AS detail
      FROM account a LEFT JOIN text_total t ON t.account_id = a.id
        LEFT JOIN (SELECT account_id, sum(bytes) AS bytes FROM text_size GROUP BY account_id) s ON s.account_id = a.id
      WHERE coalesce(s.bytes, 0) <> coalesce(t.bytes, 0)`,
  },
  {
    name: 'cache-totals-are-sums',
    sql: `SELECT 'account ' || a.id || ': cached answers of ' || coalesce(s.bytes, 0) || ' bytes, counted ' || coalesce(t.bytes, 0) AS detail
      FROM account a LEFT JOIN cache_total t ON t.account_id = a.id
        LEFT JOIN (SELECT account_id, sum(octet_length(answer)) AS bytes FROM cached_answer GROUP BY account_id) s
          ON s.account_id = a.id
      WHERE coalesce(s.bytes, 0) <> coalesce(t.bytes, 0)`,
  },
  {
    // An answer is stored once its request is paid for, and never under zero data retention.
    name: 'cached-is-settled',
    sql: `SELECT 'an answer in the cache of account ' || c.account_id || ' is of request ' || r.id || ' (' || r.state
        || ') of account ' || r.account_id || CASE WHEN r.zero_data_retention THEN ', under zero data retention' ELSE '' END AS detail
      FROM cached_answer c JOIN request r ON r.id = c.request_id
      WHERE r.state <> 'settled' OR r.account_id <> c.account_id OR r.zero_data_retention`,
  },
  {
    name: 'events-tell-of-ends',
    sql: `SELECT 'a webhook event of account ' || e.account_id || ' tells of request ' || r.id || ' (' || r.state
        || ') of account ' || r.account_id AS detail
      FROM webhook_event e JOIN request r ON r.id = e.request_id
      WHERE e.account_id <> r.account_id OR r.state = 'reserved'
      UNION ALL
      SELECT 'a webhook event of account ' || e.account_id || ' tells of a budget of account ' || b.account_id AS detail
      FROM webhook_event e JOIN budget_alert b ON b.id = e.alert_id WHERE e.account_id <> b.account_id`,
  },
  {
    name: 'zero-retention-keeps-no-text',
    sql: `SELECT 'request ' || r.id || ' is under zero data retention but its texts are logged' AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.zero_data_retention`,
  },
];
