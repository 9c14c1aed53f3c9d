import { LedgerError } from '../ledger-error.ts';
import {
  MAX_FINE_USAGE_ROWS,
  MAX_USAGE_ROWS,
  type UsageGroup,
  type UsageQuery,
  type UsageRow,
} from '../usage/usage.ts';
import { type Database, read, type Row, type SqlValue } from './database.ts';

const DAY_MS = 86_400_000;
/** Finished requests that one step reads; a request has up to some hundred calls. */
const REQUESTS_PER_STEP = 200;
/** A report leaves out requests that finish after it began, but allows clocks to differ by so much, milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

const COLUMN_OF: Readonly<Record<UsageGroup, string>> = {
  account: 'account_id',
  model: 'model_id',
  key: 'key_id',
  day: `finished_ms / ${DAY_MS}`,
};
/** What rows of the group are called, and the tables that say so. */
const NAME_OF: Readonly<Record<UsageGroup, (member: string) => { names: readonly string[]; join: string }>> =
  {
    account: (member) => ({ names: ['a.name'], join: `LEFT JOIN account a ON a.id = ${member}` }),
    model: (member) => ({ names: [member], join: '' }),
    key: (member) => ({
      names: ['k.prefix', 'k.name AS key_name', 'ka.name AS key_account'],
      join: `LEFT JOIN api_key k ON k.id = ${member} LEFT JOIN account ka ON ka.id = k.account_id`,
    }),
    day: (member) => ({ names: [member], join: '' }),
  };

/** Runs the reading when its account's turn has come; what is asked of all accounts has turns as well. */
type TakeTurn = <Result>(
  accountId: number | undefined,
  reading: (database: Database) => Promise<Result>,
) => Promise<Result>;

/**
 * What was used. One account's requests, whose number nothing bounds, are read in steps, so that others have their turns in
 * between. @throws LedgerError `invalid` where the rows are too many.
 */
export async function readUsage(asked: UsageQuery, takeTurn: TakeTurn): Promise<readonly UsageRow[]> {
  const { accountId } = asked;
  if (accountId === undefined)
    return describe(await takeTurn(undefined, (database) => readSums(database, asked)), asked);
  const toMs = Math.min(asked.toMs, Date.now() + CLOCKS_DIFFER_MS);
  const members = groupsOf(asked).map((_group, index) => `member${index}`);
  const sums = new Map<string, Record<string, unknown>>();
  for (let fromMs: number | null = asked.fromMs; fromMs !== null && sums.size <= mostRows(asked);) {
    const step: UsageQuery = { ...asked, fromMs, toMs };
    fromMs = await takeTurn(accountId, async (database) => {
      const nextMs = await nextStepMs(database, accountId, step);
      addTo(sums, members, await readSums(database, { ...step, toMs: nextMs ?? toMs }));
      return nextMs;
    });
  }
  return describe(inOrder([...sums.values()], members), asked);
}

/** When the first request of the next step finished; null after the last. Requests of one millisecond share a step. */
async function nextStepMs(
  { query }: Database,
  accountId: number,
  { fromMs, toMs }: UsageQuery,
): Promise<number | null> {
  const [next] = await query(
    `SELECT finished_ms FROM request WHERE account_id = $1 AND finished_ms >= $2 AND finished_ms < $3
      ORDER BY finished_ms LIMIT 1 OFFSET ${REQUESTS_PER_STEP}`,
    [accountId, fromMs, toMs],
  );
  return next === undefined ? null : Math.max(read(next, 'finished_ms', 'integer'), fromMs + 1);
}

/**
 * Divides each request's charge among its calls: it pays for them in their order, until it is used up. So any grouping adds
 * up to the charges, although the ledger does not store how much of each call the operator bore.
 */
async function readSums({ query }: Database, asked: UsageQuery): Promise<readonly Row[]> {
  const { accountId, fromMs, toMs } = asked;
  const all = groupsOf(asked);
  const named = all.map((group, index) => NAME_OF[group](`g.member${index}`));
  const names = named.flatMap(({ names: [name, ...others] }, index) => [
    `${name} AS name${index}`,
    ...others,
  ]);
  const members = all.map((group, index) => `${COLUMN_OF[group]} AS member${index}`);
  const order = all.map((_group, index) => `g.member${index}`);
  const ofAccount = accountId === undefined ? '' : 'AND r.account_id = $3';
  const values: readonly SqlValue[] = accountId === undefined ? [fromMs, toMs] : [fromMs, toMs, accountId];
  return await query(
    `SELECT ${names.join(', ')}, g.* FROM (
      SELECT ${members.join(', ')}, count(*) AS calls, CAST(sum(tokens_in) AS BIGINT) AS tokens_in,
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
    ) g ${named.map(({ join }) => join).join(' ')} ORDER BY ${order.join(', ')} LIMIT ${mostRows(asked) + 1}`,
    values,
  );
}

type Groups = Pick<UsageQuery, 'by' | 'within' | 'maxRows'>;

function groupsOf({ by, within = [] }: Groups): readonly UsageGroup[] {
  return [by, ...within];
}

/** That a report may have. */
function mostRows({ within, maxRows = Infinity }: Groups): number {
  return Math.min(maxRows, within === undefined ? MAX_USAGE_ROWS : MAX_FINE_USAGE_ROWS);
}

/** @throws LedgerError `invalid` where the rows are too many. */
function describe(rows: readonly Row[], groups: Groups): readonly UsageRow[] {
  const all = groupsOf(groups);
  if (rows.length > mostRows(groups)) {
    throw new LedgerError(
      'invalid',
      `The report by ${all.join(', ')} has more than ${mostRows(groups)} rows. Name an account, a shorter period, or group by something else.`,
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
  return new Date(read(row, `member${index}`, 'integer') * DAY_MS).toISOString().slice(0, 10);
}

const FIGURES = ['calls', 'tokens_in', 'tokens_out', 'provider_cost', 'billed', 'absorbed'] as const;

/** Adds up rows of several steps by the members they stand for, such as a model and a day. */
function addTo(
  sums: Map<string, Record<string, unknown>>,
  members: readonly string[],
  rows: readonly Row[],
): void {
  for (const row of rows) {
    const key = JSON.stringify(members.map((member) => row[member]));
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...row });
    else
      for (const figure of FIGURES) sum[figure] = read(sum, figure, 'integer') + read(row, figure, 'integer');
  }
}

/** In the order of what they stand for. */
function inOrder(rows: readonly Row[], members: readonly string[]): readonly Row[] {
  return rows.toSorted(
    (one, other) =>
      members.map((member) => compare(one[member], other[member])).find((order) => order !== 0) ?? 0,
  );
}

/** What has no key comes first. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return one < other ? -1 : 1;
}
