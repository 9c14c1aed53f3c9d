import type { MeteredOutput } from './ledger.ts';
import { readInteger, readText, type Row } from './ledger-row.ts';

/** So many of the latest answers are looked at, of all models together. */
const LATEST_CALLS = 100_000;

/**
 * Output tokens by model and role over the latest calls, in the SQL that SQLite and PostgreSQL have in common. Request
 * ids grow with time, so the latest are the last of the primary key.
 * @param parameter stands for the fewest calls of a model and role that count, in the dialect.
 */
export function meteredOutputSql(parameter: string): string {
  return `WITH latest AS (
      SELECT model_id, role, tokens_out FROM call WHERE status = 'completed' ORDER BY request_id DESC, sequence DESC LIMIT ${LATEST_CALLS}
    ), ranked AS (
      SELECT model_id, role, tokens_out, count(*) OVER (PARTITION BY model_id, role) AS calls,
        row_number() OVER (PARTITION BY model_id, role ORDER BY tokens_out) AS place
      FROM latest
    )
    SELECT model_id, role, min(CASE WHEN place * 100 >= calls * 99 THEN tokens_out END) AS likely_tokens,
      CAST(avg(tokens_out) AS bigint) AS mean_tokens
    FROM ranked GROUP BY model_id, role HAVING count(*) >= ${parameter}`;
}

export function readMeteredOutput(row: Row): MeteredOutput {
  return {
    modelId: readText(row, 'model_id'),
    role: readText(row, 'role') === 'judge' ? 'judge' : 'contestant',
    likelyTokens: readInteger(row, 'likely_tokens'),
    meanTokens: readInteger(row, 'mean_tokens'),
  };
}
