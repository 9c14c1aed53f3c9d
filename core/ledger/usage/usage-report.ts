import { LedgerError } from '../ledger-error.ts';
import { readInteger, readOptionalText, type Row } from '../ledger-row.ts';
import {
  MAX_FINE_USAGE_ROWS,
  MAX_USAGE_ROWS,
  type UsageGroup,
  type UsageQuery,
  type UsageRow,
} from './usage.ts';

const DAY_MS = 86_400_000;

const COLUMN_OF: Readonly<Record<UsageGroup, string>> = {
  account: 'account_id',
  model: 'model_id',
  key: 'key_id',
  day: `finished_ms / ${DAY_MS}`,
};
const NAME_OF: Readonly<Record<UsageGroup, (member: string) => string>> = {
  account: (member) => `(SELECT a.name FROM account a WHERE a.id = g.${member})`,
  model: (member) => `g.${member}`,
  key: (member) => `(SELECT k.prefix FROM api_key k WHERE k.id = g.${member})`,
  day: (member) => `g.${member}`,
};
/** What else is told of a key. */
const NAMES_OF_KEY = (member: string): readonly string[] => [
  `(SELECT k.name FROM api_key k WHERE k.id = g.${member}) AS key_name`,
  `(SELECT a.name FROM api_key k JOIN account a ON a.id = k.account_id WHERE k.id = g.${member}) AS key_account`,
];

type Groups = Pick<UsageQuery, 'by' | 'within' | 'maxRows'>;

/**
 * SQL that SQLite and PostgreSQL have in common. A request's charge pays for its calls in their order, and the operator
 * bears what is left: so every call has a share of its own, and any grouping adds up to the charges.
 * @param period a condition on `r`.
 */
export function usageSql(groups: Groups, period: string): string {
  const all = groupsOf(groups);
  const names = all.flatMap((group, index) => [
    `${NAME_OF[group](`member${index}`)} AS name${index}`,
    ...(group === 'key' ? NAMES_OF_KEY(`member${index}`) : []),
  ]);
  const members = all.map((group, index) => `${COLUMN_OF[group]} AS member${index}`);
  const order = all.map((_group, index) => `g.member${index}`);
  return `SELECT ${names.join(', ')}, g.* FROM (
    SELECT ${members.join(', ')}, count(*) AS calls, CAST(sum(tokens_in) AS bigint) AS tokens_in,
      CAST(sum(tokens_out) AS bigint) AS tokens_out, CAST(sum(cost) AS bigint) AS cost,
      CAST(sum(billed) AS bigint) AS billed, CAST(sum(price - billed) AS bigint) AS absorbed
    FROM (
      SELECT account_id, key_id, finished_ms, model_id, tokens_in, tokens_out, cost, price,
        CASE WHEN priced <= charge THEN price WHEN priced - price >= charge THEN 0 ELSE charge - (priced - price) END AS billed
      FROM (
        SELECT r.account_id, r.key_id, r.finished_ms, r.charge, c.model_id, c.tokens_in, c.tokens_out,
          c.provider_cost_nano_usd AS cost, c.charge AS price,
          sum(c.charge) OVER (PARTITION BY c.request_id ORDER BY c.sequence) AS priced
        FROM request r JOIN call c ON c.request_id = r.id WHERE r.state = 'settled' AND ${period}
      ) priced_calls
    ) billed_calls GROUP BY ${all.map((group) => COLUMN_OF[group]).join(', ')}
  ) g ORDER BY ${order.join(', ')} LIMIT ${mostRows(groups) + 1}`;
}

export function groupsOf({ by, within = [] }: Groups): readonly UsageGroup[] {
  return [by, ...within];
}

/** That a report may have. */
export function mostRows({ within, maxRows = Infinity }: Groups): number {
  return Math.min(maxRows, within === undefined ? MAX_USAGE_ROWS : MAX_FINE_USAGE_ROWS);
}

/** @throws LedgerError `invalid` where the rows are too many. */
export function readUsage(rows: readonly Row[], groups: Groups): readonly UsageRow[] {
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
      key: { name: readOptionalText(row, 'key_name'), accountName: readOptionalText(row, 'key_account') },
    }),
    calls: readInteger(row, 'calls'),
    tokensIn: readInteger(row, 'tokens_in'),
    tokensOut: readInteger(row, 'tokens_out'),
    costNanoUsd: readInteger(row, 'cost'),
    billedMicroCredits: readInteger(row, 'billed'),
    absorbedMicroCredits: readInteger(row, 'absorbed'),
  }));
}

function readGroup(row: Row, group: UsageGroup, index: number): string | null {
  if (group !== 'day') return readOptionalText(row, `name${index}`);
  return new Date(readInteger(row, `member${index}`) * DAY_MS).toISOString().slice(0, 10);
}
