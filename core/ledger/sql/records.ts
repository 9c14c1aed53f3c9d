import type { CacheQuery } from '../answers/cached-answer.ts';
import type { CallRecord, IdempotencyClaim, KeyUse, RequestRecord } from '../ledger.ts';
import type { RequestHead } from '../requests/request-page.ts';
import { useOf } from '../rules/idempotency.ts';
import { columnsOf } from '../rules/tables.ts';
import { LOG_PIECE_BYTES, type LogPiece } from '../texts/log-piece.ts';
import { readVotes } from './annotations.ts';
import { type Database, read, readBytes, readIds, readWord, type Row } from './database.ts';

const COLUMNS = columnsOf('request');

export const ENDED_REQUESTS = `SELECT ${COLUMNS.join(', ')} FROM request`;

/** The values of the columns that an open request does not have yet. */
const BEFORE_THE_END = new Map([
  ['state', `'reserved'`],
  ['charge', 'CAST(0 AS BIGINT)'],
  ['absorbed', 'CAST(0 AS BIGINT)'],
  ['finished_ms', 'CAST(NULL AS BIGINT)'],
]);

/** Open requests with the columns of `ENDED_REQUESTS`. */
export const OPEN_REQUESTS = `SELECT ${COLUMNS.map((column) => `${BEFORE_THE_END.get(column) ?? column} AS ${column}`).join(', ')}
  FROM open_request`;

/** An account may have a cache. @param account how the statement names it. */
export function mayHaveAnswers(account: string): string {
  return `(${account}.response_cache = 1 AND ${account}.zero_data_retention = 0)`;
}

export async function findReply(
  { query, nowMs }: Database,
  accountId: number,
  { key, fingerprint }: IdempotencyClaim,
): Promise<KeyUse | undefined> {
  const [row] = await query(
    `SELECT i.fingerprint, i.request_id, i.created_ms, r.charge, octet_length(l.response) AS response_bytes,
        ${nowMs} AS now_ms
      FROM idempotency i LEFT JOIN request r ON r.id = i.request_id
        LEFT JOIN prompt_log l ON l.request_id = r.id
      WHERE i.account_id = $1 AND i.key = $2`,
    [accountId, key],
  );
  if (row === undefined) return undefined;
  const stored = {
    fingerprint: read(row, 'fingerprint', 'text'),
    requestId: read(row, 'request_id', 'text'),
    createdMs: read(row, 'created_ms', 'integer'),
    chargeMicroCredits: read(row, 'charge', 'integer?'),
    responseBytes: read(row, 'response_bytes', 'integer?'),
  };
  return useOf(stored, { fingerprint }, read(row, 'now_ms', 'integer'));
}

/** Calls never change once they are stored, so they need no common snapshot with their request's row. */
export async function findRequest(
  database: Database,
  accountId: number,
  requestId: string,
): Promise<RequestRecord | undefined> {
  const { query } = database;
  const [row] = await query(
    `SELECT r.*, n.label, octet_length(l.request) AS request_bytes, octet_length(l.response) AS response_bytes
      FROM (SELECT * FROM (${OPEN_REQUESTS} WHERE id = $1) o UNION ALL SELECT * FROM (${ENDED_REQUESTS} WHERE id = $1) e) r
        LEFT JOIN prompt_log l ON l.request_id = r.id AND r.state = 'settled'
        LEFT JOIN request_label n ON n.request_id = l.request_id
      WHERE r.account_id = $2`,
    [requestId, accountId],
  );
  if (row === undefined) return undefined;
  const calls = await query('SELECT * FROM call WHERE request_id = $1 ORDER BY role, position, sequence', [
    requestId,
  ]);
  const requestBytes = read(row, 'request_bytes', 'integer?');
  const responseBytes = read(row, 'response_bytes', 'integer?');
  const isLogged = requestBytes !== null && responseBytes !== null;
  return {
    ...readRequestHead(row),
    owner: read(row, 'owner', 'text'),
    calls: calls.map(readCall),
    log: isLogged ? { requestBytes, responseBytes } : null,
    votes: isLogged ? await readVotes(database, requestId) : [],
  };
}

/** @param row of `OPEN_REQUESTS` or `ENDED_REQUESTS`, with the `label` of its texts. */
export function readRequestHead(row: Row): RequestHead {
  return {
    requestId: read(row, 'id', 'text'),
    state: readWord(row, 'state', ['reserved', 'settled', 'voided']),
    createdAt: read(row, 'created_ms', 'time'),
    finishedAt: read(row, 'finished_ms', 'time?'),
    holdMicroCredits: read(row, 'hold', 'integer'),
    chargeMicroCredits: read(row, 'charge', 'integer'),
    zeroDataRetention: read(row, 'zero_data_retention', 'flag'),
    models: readIds(row, 'models') ?? [],
    judges: readIds(row, 'judges') ?? [],
    label: read(row, 'label', 'text?'),
  };
}

function readCall(row: Row): CallRecord {
  return {
    role: readWord(row, 'role', ['contestant', 'judge']),
    index: read(row, 'position', 'integer'),
    modelId: read(row, 'model_id', 'text'),
    status: readWord(row, 'status', ['completed', 'failed']),
    faultCode: read(row, 'fault_code', 'text?'),
    tokensIn: read(row, 'tokens_in', 'integer'),
    tokensCached: read(row, 'tokens_cached', 'integer'),
    tokensCacheWrite: read(row, 'tokens_cache_write', 'integer'),
    tokensOut: read(row, 'tokens_out', 'integer'),
    searches: read(row, 'searches', 'integer'),
    attempts: read(row, 'attempts', 'integer'),
    latencyMs: read(row, 'latency_ms', 'integer'),
    providerCostNanoUsd: read(row, 'provider_cost_nano_usd', 'integer'),
    costMicroCredits: read(row, 'cost', 'integer'),
  };
}

/** Either database also reads all bytes before the piece, which takes milliseconds for the longest texts. */
export async function readLogPiece(
  { query }: Database,
  { accountId, requestId, text, offsetBytes }: LogPiece,
): Promise<Uint8Array | undefined> {
  const [row] = await query(
    `SELECT substr(l.${text}, CAST($3 AS INTEGER), ${LOG_PIECE_BYTES}) AS piece
      FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.request_id = $1 AND r.account_id = $2 AND r.state = 'settled'`,
    [requestId, accountId, offsetBytes + 1],
  );
  return readBytes(row, 'piece');
}

export async function isErased({ query }: Database, accountId: number, requestId: string): Promise<boolean> {
  const erased = await query(
    `SELECT 1 FROM request r JOIN account a ON a.id = r.account_id
      WHERE r.id = $1 AND r.account_id = $2 AND r.finished_ms <= a.erased_ms`,
    [requestId, accountId],
  );
  return erased.length > 0;
}

/** A cached answer, if the account may still have a cache. Its age is measured by the database's clock. */
export async function findAnswer(
  { query, nowMs }: Database,
  { accountId, key, maxAgeMs }: CacheQuery,
): Promise<Uint8Array | undefined> {
  const [row] = await query(
    `SELECT c.answer FROM cached_answer c JOIN account a ON a.id = c.account_id
      WHERE c.account_id = $1 AND c.key = $2 AND c.stored_ms > a.cache_since_ms
        AND c.stored_ms > ${nowMs} - CAST($3 AS BIGINT) AND c.stored_ms <= ${nowMs} AND ${mayHaveAnswers('a')}`,
    [accountId, key, maxAgeMs],
  );
  return readBytes(row, 'answer');
}
