import type { CachedAnswer } from '../answers/cached-answer.ts';
import type { Storable, TextResult } from '../ledger-operation.ts';
import type { Texts } from '../ledger.ts';
import { lengthOf } from '../../text/plain-json.ts';
import { type Database, isOneOf, read, type Row, type SqlValue } from './database.ts';
import { mayHaveAnswers } from './records.ts';
import {
  addToTotals,
  ANSWERS,
  makeRoom,
  removeFrom,
  allowanceOfTransaction,
  TEXTS,
  type DeletionAllowance,
  type Shelf,
} from './shelf.ts';

export interface KeeperSettings {
  /** The gateway. Only texts of requests that it took are kept. */
  readonly owner: string;
  /** Bound on the texts kept of one account, bytes; a gigabyte by default. */
  readonly maxTextBytes?: number | undefined;
  /** Bound on the answers in one account's cache, bytes; a hundred megabytes by default. */
  readonly maxCacheBytes?: number | undefined;
}

/**
 * Stores texts for the log and answers for the cache. Beyond an account's bound its oldest ones are deleted. It runs inside
 * its caller's transaction, which must be rolled back if it rejects.
 * @returns results in the order of `stored`.
 */
export async function keepStored(
  database: Database,
  stored: readonly Storable[],
  settings: KeeperSettings,
): Promise<readonly TextResult[]> {
  const { query, shareTexts } = database;
  if (shareTexts !== undefined) await query(shareTexts);
  const results = new Map<Storable, TextResult>();
  const common = { database, settings, results, allowance: allowanceOfTransaction() };
  const answers = stored.filter((one) => 'answer' in one);
  const texts = stored.filter((one) => 'request' in one);
  if (texts.length > 0) await keepTexts(new ShelfWriter({ ...common, shelf: TEXTS }), texts);
  if (answers.length > 0) await keepAnswers(new ShelfWriter({ ...common, shelf: ANSWERS }), answers);
  return stored.map((one) => results.get(one) ?? { outcome: 'failed', evicted: 0 });
}

/** A request whose texts or answers may be stored. */
interface StorableRequest {
  readonly accountId: number;
  /** Null while it is open. */
  readonly charge: number | null;
  /** The bytes that the account keeps already. */
  readonly totalBytes: number;
  readonly nowMs: number;
  readonly isStored: boolean;
}

interface ShelfWriterParts {
  readonly database: Database;
  readonly settings: KeeperSettings;
  readonly shelf: Shelf;
  /** Shared by all texts and answers of the transaction. */
  readonly allowance: DeletionAllowance;
  readonly results: Map<Storable, TextResult>;
}

/** Stores texts or answers on their shelf, in one transaction. */
class ShelfWriter {
  readonly parts: ShelfWriterParts;
  /** Bound on the bytes that each account keeps. */
  readonly maxBytes: number;
  /** The bytes that each account keeps. */
  readonly #totals = new Map<number, number>();

  constructor(parts: ShelfWriterParts) {
    const { maxTextBytes = 1_000_000_000, maxCacheBytes = 100_000_000 } = parts.settings;
    this.parts = parts;
    this.maxBytes = parts.shelf === TEXTS ? maxTextBytes : maxCacheBytes;
  }

  /** Finds requests of this gateway that meet a condition. Nobody can erase or void them before the transaction ends. */
  async findRequests(
    table: 'request' | 'open_request',
    condition: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, StorableRequest>> {
    if (ids.length === 0) return new Map();
    const { database, shelf, settings } = this.parts;
    const isStored = shelf === TEXTS ? 'EXISTS (SELECT 1 FROM prompt_log l WHERE l.request_id = r.id)' : '0';
    const rows = await database.query(
      `SELECT r.id, r.account_id, ${table === 'request' ? 'r.charge' : 'CAST(NULL AS BIGINT)'} AS charge,
          coalesce(t.bytes, 0) AS bytes, ${database.nowMs} AS now_ms,
          ${isStored} AS is_stored
        FROM ${table} r JOIN account a ON a.id = r.account_id LEFT JOIN ${shelf.total} t ON t.account_id = r.account_id
        WHERE ${isOneOf('r.id', 'TEXT', database, '$1')} AND r.owner = $2 AND r.zero_data_retention = 0 AND ${condition}
        ${database.shareOf('r')}`,
      [JSON.stringify(ids), settings.owner],
    );
    return new Map(
      rows.map((row) => [
        read(row, 'id', 'text'),
        {
          accountId: read(row, 'account_id', 'integer'),
          charge: read(row, 'charge', 'integer?'),
          totalBytes: read(row, 'bytes', 'integer'),
          nowMs: read(row, 'now_ms', 'integer'),
          isStored: read(row, 'is_stored', 'flag'),
        },
      ]),
    );
  }

  /** Makes room for a text or an answer if there is none, and sets its result. @returns whether there is room now. */
  async makeRoomFor(
    one: Storable,
    { accountId, totalBytes }: StorableRequest,
    bytes: number,
  ): Promise<boolean> {
    if (bytes > this.maxBytes) {
      this.parts.results.set(one, { outcome: 'too-large', evicted: 0 });
      return false;
    }
    const total = this.#totals.get(accountId) ?? totalBytes;
    const excess = total + bytes - this.maxBytes;
    const { database, shelf, allowance, results } = this.parts;
    const removed =
      excess > 0 ? await makeRoom(database, shelf, { accountId, excess, allowance }) : { rows: 0, bytes: 0 };
    const isRoom = removed.bytes >= excess;
    this.#totals.set(accountId, total - removed.bytes + (isRoom ? bytes : 0));
    results.set(one, { outcome: isRoom ? 'kept' : 'making-room', evicted: removed.rows });
    return isRoom;
  }

  /** Subtracts deleted bytes from the account's total. */
  subtractFreed({ accountId, totalBytes }: StorableRequest, bytes: number): void {
    this.#totals.set(accountId, (this.#totals.get(accountId) ?? totalBytes) - bytes);
  }

  /** @param columns of each row. @param ending of the statement, such as RETURNING. */
  async insert(
    columns: readonly string[],
    rows: readonly (readonly SqlValue[])[],
    ending = '',
  ): Promise<readonly Row[]> {
    if (rows.length === 0) return [];
    let last = 0;
    const places = rows.map((row) => `(${row.map(() => `$${(last += 1)}`).join(', ')})`);
    return await this.parts.database.query(
      `INSERT INTO ${this.parts.shelf.table} (${columns.join(', ')}) VALUES ${places.join(', ')} ${ending}`,
      rows.flat(),
    );
  }
}

function add(sums: Map<number, number>, accountId: number, bytes: number): void {
  sums.set(accountId, (sums.get(accountId) ?? 0) + bytes);
}

const TEXT_COLUMNS = [
  'request_id',
  'account_id',
  'request',
  'response',
  'bytes',
  'judged_with',
  'finished_ms',
];

const ANSWER_COLUMNS = ['account_id', 'request_id', 'key', 'answer', 'stored_ms'];

async function keepTexts(writer: ShelfWriter, texts: readonly Texts[]): Promise<void> {
  const { database, results } = writer.parts;
  const allowed = await allowedTexts(writer, texts);
  const rows: SqlValue[][] = [];
  const labels: SqlValue[][] = [];
  const added = new Map<number, number>();
  for (const one of texts) {
    const { requestId, request, response, judgedWith, label } = one;
    const found = allowed.get(requestId);
    const bytes = lengthOf(request) + lengthOf(response);
    if (found === undefined || isOfAnotherCharge(one, found))
      results.set(one, { outcome: 'not-allowed', evicted: 0 });
    else if (found.isStored) results.set(one, { outcome: 'kept', evicted: 0 });
    else if (await writer.makeRoomFor(one, found, bytes)) {
      const { accountId, nowMs } = found;
      const judgedWithBytes = judgedWith === undefined ? null : Buffer.from(judgedWith);
      rows.push([
        requestId,
        accountId,
        joinPieces(request),
        joinPieces(response),
        bytes,
        judgedWithBytes,
        nowMs,
      ]);
      if (label !== undefined) labels.push([requestId, accountId, label]);
      add(added, accountId, bytes);
    }
  }
  await writer.insert(TEXT_COLUMNS, rows);
  for (const label of labels)
    await database.query(
      'INSERT INTO request_label (request_id, account_id, label) VALUES ($1, $2, $3)',
      label,
    );
  await addToTotals(database, TEXTS, added);
}

/** Joins the pieces of a text. A single piece that no thread shares is not copied. */
function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  const [first, second] = pieces;
  const isOne = first !== undefined && second === undefined;
  return isOne && !(first.buffer instanceof SharedArrayBuffer) ? first : Buffer.concat(pieces);
}

function isOfAnotherCharge({ chargeMicroCredits }: Texts, { charge }: StorableRequest): boolean {
  return chargeMicroCredits !== undefined && charge !== null && charge !== chargeMicroCredits;
}

/** Finds the requests whose texts may be stored. Most are settled; texts that come before their charge are of open ones. */
async function allowedTexts(
  writer: ShelfWriter,
  texts: readonly Texts[],
): Promise<ReadonlyMap<string, StorableRequest>> {
  const allowed = new Map<string, StorableRequest>();
  const look = async (table: 'request' | 'open_request', condition: string): Promise<void> => {
    const ids = texts.map(({ requestId }) => requestId).filter((id) => !allowed.has(id));
    const mayBeLogged = `${condition} AND (a.zero_data_retention = 0 OR r.created_ms > a.cache_since_ms)`;
    for (const [id, found] of await writer.findRequests(table, mayBeLogged, ids)) allowed.set(id, found);
  };
  const isSettled = `r.state = 'settled' AND r.finished_ms > a.erased_ms`;
  await look('request', isSettled);
  await look('open_request', '1 = 1');
  // A request may have ended between these two look-ups.
  await look('request', isSettled);
  return allowed;
}

async function keepAnswers(writer: ShelfWriter, answers: readonly CachedAnswer[]): Promise<void> {
  const { database, results } = writer.parts;
  const mayBeCached = `r.state = 'settled' AND r.created_ms > a.cache_since_ms AND ${mayHaveAnswers('a')}`;
  const ids = answers.map(({ requestId }) => requestId);
  const allowed = await writer.findRequests('request', mayBeCached, ids);
  const added = new Map<number, number>();
  for (const one of answers) {
    const { requestId, accountId, key, answer } = one;
    const found = allowed.get(requestId);
    const bytes = lengthOf(answer);
    if (found?.accountId !== accountId) {
      results.set(one, { outcome: 'not-allowed', evicted: 0 });
      continue;
    }
    if (bytes <= writer.maxBytes) writer.subtractFreed(found, await replace(database, one));
    if (!(await writer.makeRoomFor(one, found, bytes))) continue;
    const row = [accountId, requestId, key, joinPieces(answer), found.nowMs];
    const inserted = await writer.insert(ANSWER_COLUMNS, [row], 'ON CONFLICT DO NOTHING RETURNING id');
    // Another gateway has just stored an answer to the same question.
    if (inserted.length === 0) results.set(one, { outcome: 'failed', evicted: 0 });
    else add(added, accountId, bytes);
  }
  await addToTotals(database, ANSWERS, added);
}

/** Deletes an earlier answer to the same question. @returns how many bytes it had. */
async function replace(database: Database, { accountId, key }: CachedAnswer): Promise<number> {
  const earlier = { sql: 'account_id = $1 AND key = $2', values: [accountId, key] };
  return (await removeFrom(database, ANSWERS, earlier)).bytes;
}
