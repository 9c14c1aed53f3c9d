import type { MeteredOutput } from '../usage/usage.ts';
import { type Database, read, readWord } from './database.ts';

/** How many of the latest answers are looked at, of all models together. */
const LATEST_CALLS = 100_000;
/** How many of these count for each account, model and role. */
const LATEST_OF_ACCOUNT = 1_000;
/** A figure is common if at least this many accounts have it. */
const COMMON_ACCOUNTS = 3;

const METERED_OUTPUTS = `WITH latest AS (
      SELECT model_id, role, tokens_out, request_id, sequence FROM call WHERE status = 'completed'
      ORDER BY request_id DESC, sequence DESC LIMIT ${LATEST_CALLS}
    ), aged AS (
      SELECT model_id, role, account_id, tokens_out, row_number() OVER (
          PARTITION BY model_id, role, account_id ORDER BY request_id DESC, sequence DESC) AS age
      FROM latest JOIN request ON request.id = latest.request_id
    ), ranked AS (
      SELECT model_id, role, account_id, tokens_out, count(*) OVER (PARTITION BY model_id, role) AS calls,
        row_number() OVER (PARTITION BY model_id, role ORDER BY tokens_out) AS place,
        count(*) OVER (PARTITION BY model_id, role, account_id) AS own_calls,
        row_number() OVER (PARTITION BY model_id, role, account_id ORDER BY tokens_out) AS own_place
      FROM aged WHERE age <= ${LATEST_OF_ACCOUNT}
    ), own AS (
      SELECT model_id, role, row_number() OVER (PARTITION BY model_id, role ORDER BY likely_tokens DESC) AS place,
        likely_tokens
      FROM (
        SELECT model_id, role, account_id, min(CASE WHEN own_place * 100 >= own_calls * 99 THEN tokens_out END) AS likely_tokens
        FROM ranked GROUP BY model_id, role, account_id
      ) accounts
    )
    SELECT r.model_id, r.role, count(*) AS calls, min(CASE WHEN r.place * 100 >= r.calls * 99 THEN r.tokens_out END) AS likely_tokens,
      CAST(avg(r.tokens_out) AS BIGINT) AS mean_tokens, coalesce(min(own.likely_tokens), 0) AS common_tokens
    FROM ranked r LEFT JOIN own
      ON own.model_id = r.model_id AND own.role = r.role AND own.place = ${COMMON_ACCOUNTS}
    GROUP BY r.model_id, r.role HAVING count(*) >= $1`;

/** Output tokens by model and role over the latest calls. IDs of requests grow with time: the latest are the last ones. */
export async function readMeteredOutputs(
  { query }: Database,
  minimumCalls: number,
): Promise<readonly MeteredOutput[]> {
  const rows = await query(METERED_OUTPUTS, [minimumCalls]);
  return rows.map((row) => ({
    modelId: read(row, 'model_id', 'text'),
    role: readWord(row, 'role', ['contestant', 'judge']),
    calls: read(row, 'calls', 'integer'),
    likelyTokens: read(row, 'likely_tokens', 'integer'),
    meanTokens: read(row, 'mean_tokens', 'integer'),
    commonTokens: read(row, 'common_tokens', 'integer'),
  }));
}
