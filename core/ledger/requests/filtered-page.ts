import { readFlag, readInteger, readOptionalText, type Row } from '../ledger-row.ts';
import { END_OF_TIME_MS } from '../usage/usage.ts';
import { readListedRequest, selectAsked, type Dialect } from './page-report.ts';
import { MAX_SCANNED_REQUESTS, type RequestPage, type RequestPageQuery } from './request-page.ts';

/** Bytes of stored requests before a text that are read for one page, where each is searched for one word; a text may be 16 MiB. */
const MAX_SCANNED_BYTES = 8_000_000;
/** How much of a prompt a list shows, in characters. */
const START_CHARACTERS = 200;

/** What filtered pages need of a database beyond a `Dialect`; every part is SQL. */
export interface SearchDialect extends Dialect {
  /** Whether a text holds another as it is. */
  readonly contains: (text: string, part: string) => string;
  /** Whether the prompt of a stored request holds each text of a JSON array, in capitals or not. */
  readonly promptHolds: (request: string, words: string) => string;
  /** The first `characters` of the prompt of a stored request; null where it cannot be read alone. */
  readonly promptStart: (request: string, characters: number) => string;
}

/** Whether a page is found by looking at requests one by one. */
export function isFiltered({ filter, wantsStart }: RequestPageQuery): boolean {
  return filter !== undefined || wantsStart === true;
}

/**
 * A page of the requests that match. It looks at a bounded number of requests from its place on, in the order of the
 * index `request_created`, and reads a bounded length of their texts: what it has not looked at is on the next page. The
 * last row is the last request it looked at, whether that matches or not.
 * Parameters: account, time and id of the place, number of rows, earliest time, requests to look at, model, words.
 */
export function filteredPageSql(
  { filter, wantsStart }: Pick<RequestPageQuery, 'filter' | 'wantsStart'>,
  dialect: SearchDialect,
): string {
  const [account, createdMs, id, rows, fromMs, scanned, model, words] = [1, 2, 3, 4, 5, 6, 7, 8].map(
    (number) => `${dialect.parameter}${number}`,
  );
  const readsTexts = wantsStart === true || filter?.words !== undefined;
  const maxScannedBytes = Math.floor(MAX_SCANNED_BYTES / Math.max(1, filter?.words?.length ?? 1));
  const bytes = readsTexts
    ? `CASE WHEN is_named THEN coalesce((SELECT octet_length(l.request) FROM prompt_log l WHERE l.request_id = s.id), 0) ELSE 0 END`
    : '0';
  const ofText = (sql: string): string => `(SELECT ${sql} FROM prompt_log l WHERE l.request_id = m.id)`;
  const holds = ofText(dialect.promptHolds('l.request', `CAST(${words} AS text)`));
  const start = ofText(dialect.promptStart('l.request', START_CHARACTERS));
  return `WITH scanned AS MATERIALIZED (
      SELECT ${selectAsked(dialect)}, r.created_ms AS place_ms,
        r.state = 'settled' AND EXISTS (SELECT 1 FROM prompt_log l WHERE l.request_id = r.id) AS is_logged,
        row_number() OVER (ORDER BY r.created_ms DESC, r.id DESC) AS place
      FROM (
        SELECT * FROM request
        WHERE account_id = ${account} AND (created_ms, id) < (${createdMs}, ${id}) AND created_ms >= ${fromMs}
        ORDER BY created_ms DESC, id DESC LIMIT ${scanned}
      ) r
    ), named AS MATERIALIZED (
      SELECT s.*, CAST(${model} AS text) IS NULL OR coalesce(${dialect.contains('s.models', `CAST(${model} AS text)`)}, false) AS is_named
      FROM scanned s
    ), measured AS MATERIALIZED (
      SELECT s.*, coalesce(sum(${bytes}) OVER (ORDER BY place ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS bytes_before
      FROM named s
    ), matched AS MATERIALIZED (
      SELECT m.*, CASE WHEN NOT m.is_named THEN false WHEN CAST(${words} AS text) IS NULL THEN true
        WHEN NOT m.is_logged THEN false ELSE ${holds} END AS is_match
      FROM measured m WHERE m.bytes_before < ${maxScannedBytes}
    )
    SELECT m.*, (SELECT count(*) FROM scanned) < ${scanned} AND place = (SELECT max(place) FROM scanned) AS is_end,
      ${wantsStart === true ? `CASE WHEN m.is_match AND m.is_logged THEN ${start} END` : 'NULL'} AS prompt_start
    FROM matched m WHERE m.is_match OR place = (SELECT max(place) FROM matched) ORDER BY place LIMIT ${rows}`;
}

/** The values of `filteredPageSql`, in the order of its parameters. */
export function filteredPageParameters({
  accountId,
  after,
  limit,
  filter = {},
}: RequestPageQuery): readonly (number | string | null)[] {
  const { fromMs = 0, toMs = END_OF_TIME_MS, model, words } = filter;
  const place = after === undefined || after.createdMs >= toMs ? { createdMs: toMs, requestId: '' } : after;
  // Without a condition on them, so many requests fill the page.
  const scanned = model === undefined && words === undefined ? limit + 1 : MAX_SCANNED_REQUESTS;
  return [
    accountId,
    place.createdMs,
    place.requestId,
    limit + 1,
    fromMs,
    scanned,
    model === undefined ? null : JSON.stringify(model),
    words === undefined ? null : JSON.stringify(words),
  ];
}

/** @param rows of `filteredPageSql`. */
export function readFilteredPage(rows: readonly Row[], { limit, wantsStart }: RequestPageQuery): RequestPage {
  const last = rows.length > limit ? rows[limit - 1] : rows.at(-1);
  const requests = rows
    .slice(0, limit)
    .filter((row) => readFlag(row, 'is_match'))
    .map((row) => ({
      ...readListedRequest(row),
      ...(wantsStart === true && { promptStart: readOptionalText(row, 'prompt_start') }),
    }));
  if (last === undefined || readFlag(last, 'is_end')) return { requests, next: null };
  return {
    requests,
    next: { createdMs: readInteger(last, 'place_ms'), requestId: String(last['id']) },
  };
}
