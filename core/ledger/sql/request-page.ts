import {
  MAX_SCANNED_REQUESTS,
  type ListedRequest,
  type RequestPage,
  type RequestPageQuery,
} from '../requests/request-page.ts';
import { END_OF_TIME_MS } from '../usage/usage.ts';
import { type Database, type Dialect, read, type Row, type SqlValue } from './database.ts';
import { ENDED_REQUESTS, OPEN_REQUESTS, readRequestHead } from './records.ts';

/** Stop searching a page once this many bytes were read, divided by the number of words; a text may be 16 MB. */
const MAX_SCANNED_BYTES = 8_000_000;
/** How much of a prompt a list shows, in characters. */
const START_CHARACTERS = 200;

/**
 * A page of the requests that match, the newest first. It looks at a bounded number of requests from its place on, in the
 * order of an index, and reads a bounded length of their texts: the rest is on the next page. The last row
 * is the last request that it looked at, whether that matches or not. To list a group once, it also looks at as many
 * requests before its place, whose numbers are negative; a group with longer gaps between its matches is listed again.
 * Parameters: account, time and ID of the place, number of rows, earliest time, requests to look at, model, words, label,
 * and the latest time if matches are grouped.
 */
function requestPageSql(pageQuery: RequestPageQuery, dialect: Dialect): string {
  const { filter, wantsStart, groupsLabels } = pageQuery;
  const [model, words, label] = ['CAST($7 AS TEXT)', 'CAST($8 AS TEXT)', 'CAST($9 AS TEXT)'];
  const voted =
    filter?.isVoted === true ? ' AND EXISTS (SELECT 1 FROM vote v WHERE v.request_id = s.id)' : '';
  const ofLabel = (request: string): string =>
    `SELECT 1 FROM request_label n WHERE n.account_id = $1 AND n.label = ${request}.label`;
  const isGrouped = groupsMatches(pageQuery);
  const isNewest =
    groupsLabels === true && !isGrouped ? ` AND NOT EXISTS (${ofLabel('s')} AND n.request_id > s.id)` : '';
  const readsTexts = wantsStart === true || filter?.words !== undefined;
  const maxScannedBytes = Math.floor(MAX_SCANNED_BYTES / Math.max(1, filter?.words?.length ?? 1));
  const ofText = (sql: string, request: string): string =>
    `(SELECT ${sql} FROM prompt_log l WHERE l.request_id = ${request}.id)`;
  const bytes = readsTexts
    ? `CASE WHEN s.is_named THEN coalesce(${ofText('octet_length(l.request)', 's')}, 0) ELSE 0 END`
    : '0';
  const start = ofText(dialect.promptStart('l.request', START_CHARACTERS), 'm');
  const newest = (requests: string): string =>
    `SELECT * FROM (${requests} WHERE account_id = $1 AND (created_ms, id) < ($2, $3) AND created_ms >= $5
        ORDER BY created_ms DESC, id DESC LIMIT $6)`;
  // Only ended requests have labels.
  const before = isGrouped
    ? ` UNION ALL SELECT e.*, -row_number() OVER (ORDER BY created_ms, id) AS place
      FROM (${ENDED_REQUESTS} WHERE account_id = $1 AND (created_ms, id) >= ($2, $3) AND created_ms < $10
        ORDER BY created_ms, id LIMIT $6) e`
    : '';
  return `WITH numbered AS MATERIALIZED (
      SELECT r.*, row_number() OVER (ORDER BY r.created_ms DESC, r.id DESC) AS place
      FROM (
        ${newest(OPEN_REQUESTS)} o UNION ALL ${newest(ENDED_REQUESTS)} e
        ORDER BY created_ms DESC, id DESC LIMIT $6
      ) r${before}
    ), scanned AS MATERIALIZED (
      SELECT r.*, r.state = 'settled' AND EXISTS (SELECT 1 FROM prompt_log l WHERE l.request_id = r.id) AS is_logged,
        CASE WHEN r.state = 'settled' THEN (SELECT n.label FROM request_label n WHERE n.request_id = r.id) END AS label
      FROM numbered r
    ), named AS MATERIALIZED (
      SELECT s.*, (${model} IS NULL OR coalesce(${dialect.contains('s.models', model)}, false))
        AND (${label} IS NULL OR coalesce(s.label = ${label}, false))${voted}${isNewest} AS is_named FROM scanned s
    ), measured AS MATERIALIZED (
      SELECT s.*, coalesce(sum(${bytes}) OVER (ORDER BY place < 0, abs(place) ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM named s
    ), matched AS MATERIALIZED (
      SELECT m.*, CASE WHEN NOT m.is_named THEN false WHEN ${words} IS NULL THEN true
        WHEN NOT m.is_logged THEN false ELSE ${ofText(dialect.promptContains('l.request', 'm.label', words), 'm')} END AS is_match
      FROM measured m WHERE m.bytes_before < ${maxScannedBytes}
    ), listed AS MATERIALIZED (
      SELECT m.*, m.is_match${isGrouped ? ' AND (m.label IS NULL OR row_number() OVER (PARTITION BY m.is_match, m.label ORDER BY place) = 1)' : ''} AS is_listed
      FROM matched m
    )
    SELECT m.*, (SELECT count(*) FROM scanned WHERE place > 0) < $6 AND place = (SELECT max(place) FROM scanned) AS is_end,
      ${wantsStart === true ? `CASE WHEN m.is_listed AND m.is_logged THEN ${start} END` : 'NULL'} AS prompt_start,
      ${groupsLabels === true ? `(SELECT count(*) FROM (${ofLabel('m')} LIMIT ${MAX_SCANNED_REQUESTS}) c)` : 'NULL'} AS label_count
    FROM listed m WHERE place > 0 AND (m.is_listed OR place = (SELECT max(place) FROM listed)) ORDER BY place LIMIT $4`;
}

/** Whether the requests of one label that match a filter are one entry. Without a filter each group shows its newest. */
function groupsMatches({ groupsLabels, filter }: RequestPageQuery): boolean {
  return groupsLabels === true && filter !== undefined;
}

/** The values of `requestPageSql`, in the order of its parameters. */
function pageValues(pageQuery: RequestPageQuery): readonly SqlValue[] {
  const { accountId, after, limit, groupsLabels = false, filter = {} } = pageQuery;
  const { fromMs = 0, toMs = END_OF_TIME_MS, model, words, label, isVoted = false } = filter;
  const place = after === undefined || after.createdMs >= toMs ? { createdMs: toMs, requestId: '' } : after;
  // Without a condition on the requests, this many fill the page.
  const takesAll =
    [model, words, label].every((condition) => condition === undefined) && !isVoted && !groupsLabels;
  return [
    accountId,
    place.createdMs,
    place.requestId,
    limit + 1,
    fromMs,
    takesAll ? limit + 1 : MAX_SCANNED_REQUESTS,
    model === undefined ? null : JSON.stringify(model),
    words === undefined ? null : JSON.stringify(words),
    label ?? null,
    ...(groupsMatches(pageQuery) ? [toMs] : []),
  ];
}

export async function readRequestPage(database: Database, pageQuery: RequestPageQuery): Promise<RequestPage> {
  const { limit } = pageQuery;
  const rows = await database.query(requestPageSql(pageQuery, database), pageValues(pageQuery));
  const last = rows.length > limit ? rows[limit - 1] : rows.at(-1);
  const requests = rows
    .slice(0, limit)
    .filter((row) => read(row, 'is_listed', 'flag'))
    .map((row) => readListedRequest(row, pageQuery));
  if (last === undefined || read(last, 'is_end', 'flag')) return { requests, next: null };
  return {
    requests,
    next: { createdMs: read(last, 'created_ms', 'integer'), requestId: read(last, 'id', 'text') },
  };
}

function readListedRequest(
  row: Row,
  { wantsStart = false, groupsLabels = false }: RequestPageQuery,
): ListedRequest {
  return {
    ...readRequestHead(row),
    isLogged: read(row, 'is_logged', 'flag'),
    ...(wantsStart && { promptStart: read(row, 'prompt_start', 'text?') }),
    ...(groupsLabels && { labelCount: read(row, 'label_count', 'integer') }),
  };
}
