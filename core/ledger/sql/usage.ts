import { LedgerError } from '../ledger-error.ts';
import {
  MAX_FINE_USAGE_ROWS,
  MAX_USAGE_ROWS,
  type MeteredOutput,
  type UsageGroup,
  type UsageQuery,
  type UsageRow,
} from '../usage/usage.ts';
import { type Database, read, readWord, type Row, type SqlValue } from './database.ts';

const DAY_MS = 86_400_000;
/** Upper bound of the requests of an account in one report, which then takes the database some seconds. */
const MAX_USAGE_REQUESTS = 1_000_000;

const COLUMN_OF: Readonly<Record<UsageGroup, string>> = {
  account: 'account_id',
  model: 'model_id',
  key: 'key_id',
  day: `finished_ms / ${DAY_MS}`,
};
/**
 * The columns that name each group's rows, and the tables to join for them.
 * @param column has the value of the group.
 */
const NAME_OF: Readonly<Record<UsageGroup, (column: string) => { names: readonly string[]; join: string }>> =
  {
    account: (column) => ({ names: ['a.name'], join: `LEFT JOIN account a ON a.id = ${column}` }),
    model: (column) => ({ names: [column], join: '' }),
    key: (column) => ({
      names: ['k.prefix', 'k.name AS key_name', 'ka.name AS key_account'],
      join: `LEFT JOIN api_key k ON k.id = ${column} LEFT JOIN account ka ON ka.id = k.account_id`,
    }),
    day: (column) => ({ names: [column], join: '' }),
  };

/** Reads a usage report. @throws LedgerError `invalid` if it has too many rows, or an account has too many requests. */
export async function readUsage(database: Database, usageQuery: UsageQuery): Promise<readonly UsageRow[]> {
  await refuseLongReport(database, usageQuery);
  return describe(await readSums(database, usageQuery), usageQuery);
}

/** Refuses long reports of one account, because it may ask for them repeatedly and others have to wait. */
async function refuseLongReport({ query }: Database, { accountId, fromMs, toMs }: UsageQuery): Promise<void> {
  if (accountId === undefined) return;
  const beyond = await query(
    `SELECT 1 FROM request WHERE account_id = $1 AND finished_ms >= $2 AND finished_ms < $3
      ORDER BY finished_ms LIMIT 1 OFFSET ${MAX_USAGE_REQUESTS}`,
    [accountId, fromMs, toMs],
  );
  if (beyond.length > 0)
    throw new LedgerError(
      'invalid',
      `The period has more than ${MAX_USAGE_REQUESTS} requests of the account. Name a shorter one.`,
    );
}

/**
 * Divides each request's charge among its calls: it pays for them in their order, until it is used up. So any grouping adds
 * up to the charges, although the ledger does not store how much of each call the operator bore.
 */
async function readSums({ query }: Database, usageQuery: UsageQuery): Promise<readonly Row[]> {
  const { accountId, fromMs, toMs } = usageQuery;
  const all = groupsOf(usageQuery);
  const columns = all.map((group, index) => NAME_OF[group](`g.group_value${index}`));
  const names = columns.flatMap(({ names: [name, ...others] }, index) => [
    `${name} AS name${index}`,
    ...others,
  ]);
  const groupValues = all.map((group, index) => `${COLUMN_OF[group]} AS group_value${index}`);
  const order = all.map((_group, index) => `g.group_value${index}`);
  const ofAccount = accountId === undefined ? '' : 'AND r.account_id = $3';
  const values: readonly SqlValue[] = accountId === undefined ? [fromMs, toMs] : [fromMs, toMs, accountId];
  return await query(
    `SELECT ${names.join(', ')}, g.* FROM (
      SELECT ${groupValues.join(', ')}, count(*) AS calls, CAST(sum(tokens_in) AS BIGINT) AS tokens_in,
        CAST(sum(tokens_out) AS BIGINT) AS tokens_out, CAST(sum(provider_cost) AS BIGINT) AS provider_cost,
        CAST(sum(billed) AS BIGINT) AS billed, CAST(sum(cost - billed) AS BIGINT) AS absorbed
      FROM (
        SELECT account_id, key_id, finished_ms, model_id, tokens_in, tokens_out, provider_cost, cost,
          CASE WHEN cost_so_far <= charge THEN cost WHEN cost_so_far - cost >= charge THEN 0
            ELSE charge - (cost_so_far - cost) END AS billed
        FROM (
          SELECT r.account_id, r.key_id, r.finished_ms, r.charge, c.model_id, c.tokens_in, c.tokens_out,
            c.provider_cost_nano_usd AS provider_cost, c.cost,
            sum(c.cost) OVER (PARTITION BY c.request_id ORDER BY c.sequence) AS cost_so_far
          FROM request r JOIN call c ON c.request_id = r.id
          WHERE r.state = 'settled' AND r.finished_ms >= $1 AND r.finished_ms < $2 ${ofAccount}
        ) paid_calls
      ) billed_calls GROUP BY ${all.map((group) => COLUMN_OF[group]).join(', ')}
    ) g ${columns.map(({ join }) => join).join(' ')} ORDER BY ${order.join(', ')} LIMIT ${rowLimit(usageQuery) + 1}`,
    values,
  );
}

type Groups = Pick<UsageQuery, 'by' | 'within' | 'maxRows'>;

function groupsOf({ by, within = [] }: Groups): readonly UsageGroup[] {
  return [by, ...within];
}

/** Upper bound of the rows of the report. */
function rowLimit({ within, maxRows = Infinity }: Groups): number {
  return Math.min(maxRows, within === undefined ? MAX_USAGE_ROWS : MAX_FINE_USAGE_ROWS);
}

/** @throws LedgerError `invalid` if there are too many rows. */
function describe(rows: readonly Row[], groups: Groups): readonly UsageRow[] {
  const all = groupsOf(groups);
  if (rows.length > rowLimit(groups)) {
    throw new LedgerError(
      'invalid',
      `The report by ${all.join(', ')} has more than ${rowLimit(groups)} rows. Name an account, a shorter period, or group by something else.`,
    );
  }
  return rows.map((row) => ({
    group: readGroup(row, groups.by, 0),
    ...(groups.within !== undefined && {
      others: groups.within.map((group, index) => readGroup(row, group, index + 1)),
    }),
    ...(all.includes('key') && {
      key: { name: read(row, 'key_name', 'text?'), accountName: read(row, 'key_account', 'text?') },
    }),
    calls: read(row, 'calls', 'integer'),
    tokensIn: read(row, 'tokens_in', 'integer'),
    tokensOut: read(row, 'tokens_out', 'integer'),
    costNanoUsd: read(row, 'provider_cost', 'integer'),
    billedMicroCredits: read(row, 'billed', 'integer'),
    absorbedMicroCredits: read(row, 'absorbed', 'integer'),
  }));
}

function readGroup(row: Row, group: UsageGroup, index: number): string | null {
  if (group !== 'day') return read(row, `name${index}`, 'text?');
  return new Date(read(row, `group_value${index}`, 'integer') * DAY_MS).toISOString().slice(0, 10);
}

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
