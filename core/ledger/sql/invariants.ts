import { MICRO_CREDITS_PER_CREDIT } from '../../billing/amounts.ts';
import { LEDGER_TABLES } from '../../generated/ledger-tables.ts';
import { LedgerError, messageOf } from '../ledger-error.ts';
import type { LedgerProblem } from '../ledger.ts';
import { countsInBudget } from './budgets.ts';
import { type Database, type Dialect, read } from './database.ts';
import { ANSWERS, type Shelf, TEXTS } from './shelf.ts';

interface Invariant {
  readonly name: string;
  /** Selects one text column `detail`, a row for each violation. */
  readonly sql: string;
}

/** Sums of one column by account. */
function sums(column: string, table: string): string {
  return `(SELECT account_id, sum(${column}) AS total FROM ${table} GROUP BY account_id)`;
}

/** The account's name in a detail; the ID if there is no such account. */
function accountName(id: string): string {
  return `coalesce((SELECT n.name FROM account n WHERE n.id = ${id}), CAST(${id} AS TEXT))`;
}

/** Writes the amounts of a detail in credits. */
function inCredits(detail: string): string {
  return detail.replaceAll(
    /(-?\d+) micro-credits/g,
    (_all, amount: string) => `${Number(amount) / MICRO_CREDITS_PER_CREDIT} credits`,
  );
}

/** The rules that amounts keep in every ledger. */
const MONEY: readonly Invariant[] = [
  {
    name: 'granted-is-posted-and-charged',
    sql: `SELECT 'account ' || ${accountName('a.id')} || ': granted ' || coalesce(g.total, 0) || ' micro-credits, posted ' || a.posted || ' micro-credits, charged '
        || coalesce(c.total, 0) || ' micro-credits' AS detail
      FROM account a LEFT JOIN ${sums('amount', 'credit')} g ON g.account_id = a.id
        LEFT JOIN ${sums('charge', 'request')} c ON c.account_id = a.id
      WHERE coalesce(g.total, 0) <> a.posted + coalesce(c.total, 0)`,
  },
  {
    name: 'reserved-is-open-holds',
    sql: `SELECT 'account ' || ${accountName('a.id')} || ': reserved ' || a.reserved || ' micro-credits, open holds ' || coalesce(o.total, 0) || ' micro-credits' AS detail
      FROM account a LEFT JOIN ${sums('hold', 'open_request')} o ON o.account_id = a.id
      WHERE a.reserved <> coalesce(o.total, 0)`,
  },
  {
    name: 'ended-once',
    sql: `SELECT 'request ' || o.id || ' is open and ' || r.state AS detail
      FROM open_request o JOIN request r ON r.id = o.id`,
  },
  {
    name: 'calls-are-charge-and-absorbed',
    sql: `SELECT 'request ' || r.id || ' (' || r.state || '): calls cost ' || coalesce(c.cost, 0) || ' micro-credits, charged ' || r.charge
        || ' micro-credits, absorbed ' || r.absorbed || ' micro-credits' AS detail
      FROM request r LEFT JOIN (SELECT request_id, sum(cost) AS cost FROM call GROUP BY request_id) c
        ON c.request_id = r.id
      WHERE coalesce(c.cost, 0) <> r.charge + r.absorbed`,
  },
  {
    name: 'delivered-is-calls',
    sql: `SELECT 'request ' || o.id || ' is open: delivered ' || o.delivered_calls || ' calls of ' || o.delivered_cost
        || ' micro-credits, stored ' || coalesce(c.calls, 0) || ' of ' || coalesce(c.cost, 0) || ' micro-credits' AS detail
      FROM open_request o LEFT JOIN (SELECT request_id, count(*) AS calls, sum(cost) AS cost FROM call GROUP BY request_id) c
        ON c.request_id = o.id
      WHERE o.delivered_calls <> coalesce(c.calls, 0) OR o.delivered_cost <> coalesce(c.cost, 0)`,
  },
  {
    name: 'keys-are-of-their-request',
    sql: `SELECT 'an idempotency key of account ' || ${accountName('i.account_id')} || ' stands for request ' || i.request_id
        || coalesce(' (' || r.state || ') of account ' || ${accountName('r.account_id')}, ', which is not there') AS detail
      FROM idempotency i LEFT JOIN (SELECT id, account_id, 'open' AS state FROM open_request
        UNION ALL SELECT id, account_id, state FROM request) r ON r.id = i.request_id
      WHERE r.id IS NULL OR i.account_id <> r.account_id OR r.state = 'voided'`,
  },
  {
    name: 'budgets-count-requests',
    sql: `SELECT 'the ' || b.period || ' budget of account ' || ${accountName('b.account_id')}
        || CASE WHEN b.family_id = 0 THEN '' ELSE ', key ' || b.family_id END
        || ': charged ' || b.charged || ' micro-credits, of its requests ' || b.all_charged || ' micro-credits; held ' || b.held
        || ' micro-credits, open holds ' || b.all_held || ' micro-credits' AS detail
      FROM (SELECT budget.*,
          (SELECT coalesce(sum(r.charge), 0) FROM request r WHERE r.account_id = budget.account_id
            AND ${countsInBudget('r.key_id', 'budget.family_id')}
            AND r.finished_ms >= budget.starts_ms AND r.finished_ms < budget.ends_ms) AS all_charged,
          (SELECT coalesce(sum(o.hold), 0) FROM open_request o WHERE o.account_id = budget.account_id
            AND ${countsInBudget('o.key_id', 'budget.family_id')}) AS all_held
        FROM budget) b
      WHERE b.charged <> b.all_charged OR b.held <> b.all_held`,
  },
];

/** The table that a column of this name refers to, in every table that has one. */
const PARENT_OF: ReadonlyMap<string, string> = new Map([
  ['account_id', 'account'],
  ['key_id', 'api_key'],
  ['alert_id', 'budget_alert'],
]);

function missingParent(
  table: string,
  column: string,
  parent: string,
  condition = `c.${column} IS NOT NULL`,
): string {
  return `SELECT '${table} points at the missing ${parent} ' || c.${column} AS detail
    FROM ${table} c WHERE ${condition} AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p.id = c.${column})`;
}

const IS_NOT_OPEN = 'NOT EXISTS (SELECT 1 FROM open_request o WHERE o.id = c.request_id)';

const PARENTS: Invariant = {
  name: 'rows-have-their-parents',
  sql: [
    ...Object.entries(LEDGER_TABLES).flatMap(([table, { columns }]) =>
      Object.keys(columns).flatMap((column) => {
        const parent = PARENT_OF.get(column);
        return parent === undefined ? [] : [missingParent(table, column, parent)];
      }),
    ),
    missingParent('api_key', 'family_id', 'api_key'),
    missingParent('budget', 'family_id', 'api_key', 'c.family_id <> 0'),
    missingParent('budget_alert', 'family_id', 'api_key', 'c.family_id <> 0'),
    missingParent('cached_answer', 'request_id', 'request'),
    missingParent('webhook_event', 'request_id', 'request'),
    missingParent('call', 'request_id', 'request', IS_NOT_OPEN),
    missingParent('prompt_log', 'request_id', 'request', IS_NOT_OPEN),
  ].join(' UNION ALL '),
};

/** Finds accounts that keep other bytes than are counted. */
function wrongTotals(what: string, { table, total }: Shelf, bytes: string): string {
  return `SELECT 'account ' || ${accountName('a.id')} || ': ${what} of ' || coalesce(s.total, 0) || ' bytes, counted ' || coalesce(t.bytes, 0) AS detail
    FROM account a LEFT JOIN ${total} t ON t.account_id = a.id LEFT JOIN ${sums(bytes, table)} s ON s.account_id = a.id
    WHERE coalesce(s.total, 0) <> coalesce(t.bytes, 0)`;
}

/** Their cost grows with the logged texts, so they are left out when a gateway starts. */
const LOGS: readonly Invariant[] = [
  {
    name: 'logged-is-settled',
    sql: `SELECT 'request ' || r.id || ' has a logged response but is ' || r.state AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.state = 'voided'`,
  },
  {
    name: 'logged-is-of-its-account',
    sql: `SELECT 'texts of account ' || ${accountName('l.account_id')} || ' are of request ' || r.id || ' of account ' || ${accountName('r.account_id')} AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.account_id <> l.account_id`,
  },
  {
    name: 'text-totals-are-sums',
    sql: wrongTotals('texts', TEXTS, 'octet_length(request) + octet_length(response)'),
  },
  {
    name: 'cache-totals-are-sums',
    sql: wrongTotals('cached answers', ANSWERS, 'octet_length(answer)'),
  },
  {
    // An answer is stored once its request is paid for, and never under zero data retention.
    name: 'cached-is-settled',
    sql: `SELECT 'an answer in the cache of account ' || ${accountName('c.account_id')} || ' is of request ' || r.id || ' (' || r.state
        || ') of account ' || ${accountName('r.account_id')} || CASE WHEN r.zero_data_retention = 1 THEN ', under zero data retention' ELSE '' END AS detail
      FROM cached_answer c JOIN request r ON r.id = c.request_id
      WHERE r.state <> 'settled' OR r.account_id <> c.account_id OR r.zero_data_retention = 1`,
  },
  {
    name: 'events-are-of-their-account',
    sql: `SELECT 'a webhook event of account ' || ${accountName('e.account_id')} || ' tells of request ' || r.id || ' of account '
        || ${accountName('r.account_id')} AS detail
      FROM webhook_event e JOIN request r ON r.id = e.request_id WHERE e.account_id <> r.account_id
      UNION ALL
      SELECT 'a webhook event of account ' || ${accountName('e.account_id')} || ' tells of a budget of account ' || ${accountName('b.account_id')} AS detail
      FROM webhook_event e JOIN budget_alert b ON b.id = e.alert_id WHERE e.account_id <> b.account_id`,
  },
  {
    name: 'zero-retention-keeps-no-text',
    sql: `SELECT 'request ' || r.id || ' is under zero data retention but its texts are logged' AS detail
      FROM prompt_log l JOIN request r ON r.id = l.request_id WHERE r.zero_data_retention = 1`,
  },
];

/** Finds responses that state another charge than the request's. */
function wrongCredits({ creditsUsed }: Dialect): string {
  return `SELECT 'request ' || id || ': the response says ' || round(stated, 6) || ' credits, charged ' || charge
      || ' micro-credits' AS detail
    FROM (SELECT r.id, r.charge, ${creditsUsed('l.response')} AS stated
      FROM prompt_log l JOIN request r ON r.id = l.request_id) s
    WHERE stated IS NOT NULL AND round(stated * 1000000) <> charge`;
}

/** Enough to see what is wrong; a broken ledger may have a violation for every row. */
const MAX_PROBLEMS_EACH = 100;

/**
 * Looks for broken invariants inside its caller's read transaction, so that all see one state of the ledger.
 * @param options.logs whether to also compare the credits that responses state with the charges.
 * @throws the driver's error if the connection is lost.
 */
export async function findProblems(
  database: Database,
  { logs }: { readonly logs: boolean },
): Promise<readonly LedgerProblem[]> {
  const invariants = [...MONEY, { name: 'rows-never-change', sql: database.missingTriggers }, PARENTS];
  if (logs) invariants.push(...LOGS, { name: 'credits-used-is-charge', sql: wrongCredits(database) });
  const problems: LedgerProblem[] = [];
  for (const invariant of invariants) problems.push(...(await violationsOf(database, invariant)));
  return problems;
}

async function violationsOf(
  { query }: Database,
  { name, sql }: Invariant,
): Promise<readonly LedgerProblem[]> {
  await query('SAVEPOINT invariant');
  try {
    const rows = await query(`${sql} LIMIT ${MAX_PROBLEMS_EACH}`);
    return rows.map((row) => ({ invariant: name, detail: inCredits(read(row, 'detail', 'text')) }));
  } catch (error) {
    // An invariant that cannot be checked is reported like a violation, and the others are still checked.
    await query('ROLLBACK TO SAVEPOINT invariant');
    return [{ invariant: name, detail: `could not be checked: ${messageOf(error)}` }];
  } finally {
    await query('RELEASE SAVEPOINT invariant').catch(() => []);
  }
}

const SHOWN_PROBLEMS = 5;

/**
 * Keeps a gateway from starting on a ledger with wrong figures.
 * @throws LedgerError `unusable` naming the first few.
 */
export function refuseProblems(problems: readonly LedgerProblem[]): void {
  if (problems.length === 0) return;
  const first = problems
    .slice(0, SHOWN_PROBLEMS)
    .map((problem) => `${problem.invariant}: ${problem.detail}`)
    .join('; ');
  throw new LedgerError(
    'unusable',
    `The ledger breaks ${problems.length} of its invariants (${first}). Run \`assay ledger check\` for all of them, and restore a backup before starting the gateway.`,
  );
}
