import { readFlag, readRequestHead, type Row } from '../ledger-row.ts';
import { END_OF_TIME_MS } from '../usage/usage.ts';
import type { ListedRequest, RequestPage, RequestPageQuery } from './request-page.ts';

/** How a database differs from the other. */
export interface Dialect {
  /** What parameters begin with; their numbers follow. */
  readonly parameter: '?' | '$';
  /** The aggregate that makes a JSON array. */
  readonly jsonArray: 'json_group_array' | 'json_agg';
}

/**
 * One request more than the page has, in the SQL that SQLite and PostgreSQL have in common. The index `request_created`
 * holds an account's requests in this order, so a page costs the same wherever it begins.
 * Parameters: account, time and id of the place, number of requests.
 */
export function requestPageSql(dialect: Dialect): string {
  const [account, createdMs, id, limit] = [1, 2, 3, 4].map((number) => `${dialect.parameter}${number}`);
  return `SELECT ${selectAsked(dialect)},
      r.state = 'settled' AND EXISTS (SELECT 1 FROM prompt_log l WHERE l.request_id = r.id) AS is_logged
    FROM (
      SELECT * FROM request WHERE account_id = ${account} AND (created_ms, id) < (${createdMs}, ${id})
      ORDER BY created_ms DESC, id DESC LIMIT ${limit}
    ) r ORDER BY r.created_ms DESC, r.id DESC`;
}

/** The columns of `request r` that a list and a record show alike. */
export function selectAsked({ jsonArray }: Pick<Dialect, 'jsonArray'>): string {
  // Requests from before what they ask was stored.
  const called = (role: string): string =>
    `(SELECT CAST(${jsonArray}(c.model_id ORDER BY c.position) AS text) FROM
      (SELECT DISTINCT position, model_id FROM call WHERE request_id = r.id AND role = '${role}') c)`;
  const asked = (column: string, role: string): string =>
    `CASE WHEN r.${column} IS NULL AND r.state = 'settled' THEN ${called(role)} ELSE r.${column} END AS ${column}`;
  return `r.id, r.state, r.hold, r.charge, r.zero_data_retention, r.created_ms, r.finished_ms,
      ${asked('models', 'contestant')}, ${asked('judges', 'judge')}`;
}

/** The values of `requestPageSql`, in the order of its parameters. */
export function pageParameters({ accountId, after, limit }: RequestPageQuery): readonly (number | string)[] {
  return [accountId, after?.createdMs ?? END_OF_TIME_MS, after?.requestId ?? '', limit + 1];
}

/** @param rows of `requestPageSql`. */
export function readRequestPage(rows: readonly Row[], { limit }: RequestPageQuery): RequestPage {
  const requests = rows.slice(0, limit).map(readListedRequest);
  const last = requests.at(-1);
  if (rows.length <= limit || last === undefined) return { requests, next: null };
  return { requests, next: { createdMs: Date.parse(last.createdAt), requestId: last.requestId } };
}

/** @param row of a page. */
export function readListedRequest(row: Row): ListedRequest {
  return {
    ...readRequestHead(row),
    isLogged: readFlag(row, 'is_logged'),
  };
}
