import { LedgerError } from '../ledger-error.ts';
import { readInteger, readOptionalText, type Row } from '../ledger-row.ts';
import { MAX_USAGE_ROWS, type UsageGroup, type UsageRow } from './usage.ts';

const DAY_MS = 86_400_000;

const COLUMN_OF: Readonly<Record<UsageGroup, string>> = {
  account: 'account_id',
  model: 'model_id',
  key: 'key_id',
  day: `finished_ms / ${DAY_MS}`,
};
const NAME_OF: Readonly<Record<UsageGroup, string>> = {
  account: '(SELECT a.name FROM account a WHERE a.id = g.member)',
  model: 'g.member',
  key: '(SELECT k.prefix FROM api_key k WHERE k.id = g.member)',
  day: 'g.member',
};

/**
 * SQL that SQLite and PostgreSQL have in common. A request's charge pays for its calls in their order, and the house
 * bears what is left: so every call has a share of its own, and any grouping adds up to the charges.
 * @param period a condition on `r`.
 */
export function usageSql(by: UsageGroup, period: string): string {
  return `SELECT ${NAME_OF[by]} AS name, g.* FROM (
    SELECT ${COLUMN_OF[by]} AS member, count(*) AS calls, CAST(sum(tokens_in) AS bigint) AS tokens_in,
      CAST(sum(tokens_out) AS bigint) AS tokens_out, CAST(sum(cost) AS bigint) AS cost,
      CAST(sum(billed) AS bigint) AS billed, CAST(sum(price - billed) AS bigint) AS house
    FROM (
      SELECT account_id, key_id, finished_ms, model_id, tokens_in, tokens_out, cost, price,
        CASE WHEN priced <= charge THEN price WHEN priced - price >= charge THEN 0 ELSE charge - (priced - price) END AS billed
      FROM (
        SELECT r.account_id, r.key_id, r.finished_ms, r.charge, c.model_id, c.tokens_in, c.tokens_out,
          c.provider_cost_nano_usd AS cost, c.charge AS price,
          sum(c.charge) OVER (PARTITION BY c.request_id ORDER BY c.sequence) AS priced
        FROM request r JOIN call c ON c.request_id = r.id WHERE r.state = 'settled' AND ${period}
      ) priced_calls
    ) billed_calls GROUP BY ${COLUMN_OF[by]}
  ) g ORDER BY g.member LIMIT ${MAX_USAGE_ROWS + 1}`;
}

/** @throws LedgerError `invalid` where the rows are too many. */
export function readUsage(rows: readonly Row[], by: UsageGroup): readonly UsageRow[] {
  if (rows.length > MAX_USAGE_ROWS) {
    throw new LedgerError(
      'invalid',
      `The report by ${by} has more than ${MAX_USAGE_ROWS} rows. Name an account, or group by something else.`,
    );
  }
  return rows.map((row) => ({
    group:
      by === 'day'
        ? new Date(readInteger(row, 'member') * DAY_MS).toISOString().slice(0, 10)
        : readOptionalText(row, 'name'),
    calls: readInteger(row, 'calls'),
    tokensIn: readInteger(row, 'tokens_in'),
    tokensOut: readInteger(row, 'tokens_out'),
    costNanoUsd: readInteger(row, 'cost'),
    billedMicroCredits: readInteger(row, 'billed'),
    houseMicroCredits: readInteger(row, 'house'),
  }));
}
