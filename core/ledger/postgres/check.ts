import type { Client } from 'pg';
import { LOG_INVARIANTS, MAX_PROBLEMS_EACH, MONEY_INVARIANTS } from '../ledger-invariants.ts';
import type { Invariant } from '../ledger-invariants.ts';
import { readText } from '../ledger-row.ts';
import type { LedgerProblem } from '../ledger.ts';
import { rowsOf } from './connection.ts';
import { describeError, errorKindOf } from './error-kind.ts';

/** Every reference between tables: a row and the parent it must have. */
const REFERENCES: readonly (readonly [table: string, column: string, parent: string])[] = [
  ['api_key', 'account_id', 'account'],
  ['request', 'account_id', 'account'],
  ['request', 'key_id', 'api_key'],
  ['entry', 'account_id', 'account'],
  ['entry', 'request_id', 'request'],
  ['call', 'request_id', 'request'],
  ['prompt_log', 'request_id', 'request'],
  ['text_size', 'request_id', 'request'],
  ['text_size', 'account_id', 'account'],
  ['text_total', 'account_id', 'account'],
  ['cached_answer', 'account_id', 'account'],
  ['cached_answer', 'request_id', 'request'],
  ['cache_total', 'account_id', 'account'],
  ['idempotency', 'account_id', 'account'],
  ['idempotency', 'request_id', 'request'],
  ['credit_claim', 'account_id', 'account'],
  ['budget', 'account_id', 'account'],
  ['budget', 'key_id', 'api_key'],
  ['webhook', 'account_id', 'account'],
  ['api_key', 'line_id', 'api_key'],
  ['budget_alert', 'account_id', 'account'],
  ['budget_alert', 'key_id', 'api_key'],
  ['webhook_event', 'request_id', 'request'],
  ['webhook_event', 'alert_id', 'budget_alert'],
  ['webhook_event', 'account_id', 'account'],
];

const GUARDS: readonly Invariant[] = [
  {
    name: 'entries-never-change',
    sql: `SELECT 'the trigger ' || w.name || ' is gone: entries could be rewritten' AS detail
      FROM (VALUES ('entry_stays', 'entry'), ('audit_stays', 'audit_entry'), ('credit_claim_stays', 'credit_claim')) w (name, place)
      WHERE NOT EXISTS (SELECT 1 FROM pg_trigger t
        WHERE t.tgrelid = w.place::regclass AND t.tgname = w.name AND t.tgenabled IN ('O', 'A'))`,
  },
  {
    name: 'rows-have-their-parents',
    sql: REFERENCES.map(
      ([
        table,
        column,
        parent,
      ]) => `SELECT '${table} points at the missing ${parent} ' || c.${column} AS detail
        FROM ${table} c WHERE c.${column} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${parent} p WHERE p.id = c.${column})`,
    ).join(' UNION ALL '),
  },
];

const CREDITS_USED: Invariant = {
  name: 'credits-used-is-charge',
  sql: `SELECT 'request ' || id || ': the response says ' || round(said, 6) || ' credits, charged ' || charge
      || ' micro-credits' AS detail
    FROM (SELECT r.id, r.charge, credits_used(l.response) AS said FROM prompt_log l JOIN request r ON r.id = l.request_id) s
    WHERE said IS NOT NULL AND round(said * 1000000) <> charge`,
};

/**
 * Looks for broken invariants inside one read transaction, so that all see one state of the ledger.
 * @param options.logs also compare what responses said with what was charged.
 * @throws the driver's error where the server could not be asked.
 */
export async function checkPostgres(
  client: Client,
  options: { readonly logs: boolean },
): Promise<readonly LedgerProblem[]> {
  const money = [...MONEY_INVARIANTS, ...GUARDS];
  const invariants = options.logs ? [...money, ...LOG_INVARIANTS, CREDITS_USED] : money;
  const problems: LedgerProblem[] = [];
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  for (const invariant of invariants) problems.push(...(await violationsOf(client, invariant)));
  await client.query('COMMIT');
  return problems;
}

async function violationsOf(client: Client, { name, sql }: Invariant): Promise<readonly LedgerProblem[]> {
  await client.query('SAVEPOINT invariant');
  try {
    const rows = await rowsOf(client, { text: `${sql} LIMIT ${MAX_PROBLEMS_EACH}` });
    return rows.map((row) => ({ invariant: name, detail: readText(row, 'detail') }));
  } catch (error) {
    if (errorKindOf(error) === 'lost') throw error;
    // A ledger that cannot be added up is a finding, not a reason to look no further.
    await client.query('ROLLBACK TO SAVEPOINT invariant');
    return [{ invariant: name, detail: `could not be checked: ${describeError(error)}` }];
  }
}
