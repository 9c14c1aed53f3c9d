import { readInteger, type Row } from '../ledger-row.ts';
import { groupsOf, mostRows, readUsage } from './usage-report.ts';
import type { UsageQuery, UsageRow } from './usage.ts';

/** Finished requests that one step reads; a request has up to some hundred calls. */
const REQUESTS_PER_STEP = 200;

/** One account's requests, whose number nothing bounds. */
export interface AccountUsage extends UsageQuery {
  readonly accountId: number;
}

/** What the requests of a step come to, and when the next step begins; null where there is none. */
export interface UsageStep {
  readonly rows: readonly Row[];
  readonly nextMs: number | null;
}

export function isOfAccount(query: UsageQuery): query is AccountUsage {
  return query.accountId !== undefined;
}

/**
 * SQL that SQLite and PostgreSQL have in common: when the first request finished that is not in this step.
 * @param parameters for the account, and for the beginning and the end of what is still to be read.
 */
export function nextStepSql([accountId, fromMs, toMs]: readonly [string, string, string]): string {
  return `SELECT finished_ms FROM request
    WHERE account_id = ${accountId} AND finished_ms >= ${fromMs} AND finished_ms < ${toMs}
    ORDER BY finished_ms LIMIT 1 OFFSET ${REQUESTS_PER_STEP}`;
}

/** Requests that finished in one millisecond belong to one step. @param next what `nextStepSql` found. */
export function nextStepOf(next: Row | undefined, { fromMs }: Pick<UsageQuery, 'fromMs'>): number | null {
  return next === undefined ? null : Math.max(readInteger(next, 'finished_ms'), fromMs + 1);
}

/** Requests that finish while a report is read are left out, but for so long as clocks may differ, milliseconds. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * A report on one account, read so that others have their turns in between.
 * @param read reads a step in a turn of its own. @throws what it throws, and as `readUsage`.
 */
export async function usageInSteps(
  query: AccountUsage,
  read: (step: AccountUsage) => Promise<UsageStep>,
): Promise<readonly UsageRow[]> {
  const toMs = Math.min(query.toMs, Date.now() + CLOCKS_DIFFER_MS);
  const first = await read({ ...query, toMs });
  if (first.nextMs === null) return readUsage(first.rows, query);
  const sums = new UsageSums(query);
  sums.add(first.rows);
  for (let fromMs: number | null = first.nextMs; fromMs !== null && !sums.isFull;) {
    const { rows, nextMs }: UsageStep = await read({ ...query, fromMs, toMs });
    sums.add(rows);
    fromMs = nextMs;
  }
  return readUsage(sums.rows(), query);
}

const FIGURES = ['calls', 'tokens_in', 'tokens_out', 'cost', 'billed', 'absorbed'] as const;

/** Rows of several steps, added up by what they stand for. */
class UsageSums {
  readonly #members: readonly string[];
  readonly #mostRows: number;
  readonly #sums = new Map<string, Record<string, unknown>>();

  constructor(query: UsageQuery) {
    this.#members = groupsOf(query).map((_group, index) => `member${index}`);
    this.#mostRows = mostRows(query);
  }

  /** There are more rows than a report may have. */
  get isFull(): boolean {
    return this.#sums.size > this.#mostRows;
  }

  add(rows: readonly Row[]): void {
    for (const row of rows) {
      const key = JSON.stringify(this.#members.map((member) => row[member]));
      const sum = this.#sums.get(key);
      if (sum === undefined) this.#sums.set(key, { ...row });
      else for (const figure of FIGURES) sum[figure] = readInteger(sum, figure) + readInteger(row, figure);
    }
  }

  /** In the order of what they stand for. */
  rows(): readonly Row[] {
    return [...this.#sums.values()].toSorted((one, other) => {
      for (const member of this.#members) {
        const order = compare(one[member], other[member]);
        if (order !== 0) return order;
      }
      return 0;
    });
  }
}

/** What has no key comes first. */
function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return one < other ? -1 : 1;
}
