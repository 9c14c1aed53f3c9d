import type { CachedAnswer } from '../answers/cached-answer.ts';
import type { TextResult } from '../ledger-operation.ts';
import type { Texts } from '../ledger.ts';
import { isAnswer, joined, lengthOf, type Storable } from '../texts/storable.ts';
import { type Database, isOneOf, read, type Row, type SqlValue } from './database.ts';
import { mayHaveAnswers } from './records.ts';
import {
  addToTotals,
  ANSWERS,
  makeRoom,
  removeFrom,
  roomOfTransaction,
  TEXTS,
  type RoomLeft,
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
  const common = { database, settings, results, roomLeft: roomOfTransaction() };
  const answers = stored.filter((one) => isAnswer(one));
  const texts = stored.filter((one): one is Texts => !isAnswer(one));
  if (texts.length > 0) await keepTexts(new Keeping({ ...common, shelf: TEXTS }), texts);
  if (answers.length > 0) await keepAnswers(new Keeping({ ...common, shelf: ANSWERS }), answers);
  return stored.map((one) => results.get(one) ?? { outcome: 'failed', gaveWay: 0 });
}

/** A request whose texts or answers may be stored. */
interface Allowed {
  readonly accountId: number;
  /** Null while it is open. */
  readonly charge: number | null;
  /** The bytes that the account keeps already. */
  readonly totalBytes: number;
  readonly nowMs: number;
  readonly isStored: boolean;
}

interface KeepingParts {
  readonly database: Database;
  readonly settings: KeeperSettings;
  readonly shelf: Shelf;
  /** Shared by all texts and answers of the transaction. */
  readonly roomLeft: RoomLeft;
  readonly results: Map<Storable, TextResult>;
}

/** Stores texts or answers on their shelf, in one transaction. */
class Keeping {
  readonly parts: KeepingParts;
  /** Bound on the bytes that each account keeps. */
  readonly maxBytes: number;
  /** The bytes that each account keeps. */
  readonly #totals = new Map<number, number>();

  constructor(parts: KeepingParts) {
    const { maxTextBytes = 1_000_000_000, maxCacheBytes = 100_000_000 } = parts.settings;
    this.parts = parts;
    this.maxBytes = parts.shelf === TEXTS ? maxTextBytes : maxCacheBytes;
  }

  /** Finds requests of this gateway that meet a condition. Nobody can erase or void them before the transaction ends. */
  async look(
    table: 'request' | 'open_request',
    condition: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Allowed>> {
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
  async fits(one: Storable, { accountId, totalBytes }: Allowed, bytes: number): Promise<boolean> {
    if (bytes > this.maxBytes) {
      this.parts.results.set(one, { outcome: 'too-large', gaveWay: 0 });
      return false;
    }
    const total = this.#totals.get(accountId) ?? totalBytes;
    const excess = total + bytes - this.maxBytes;
    const { database, shelf, roomLeft, results } = this.parts;
    const removed =
      excess > 0 ? await makeRoom(database, shelf, { accountId, excess, roomLeft }) : { rows: 0, bytes: 0 };
    const isRoom = removed.bytes >= excess;
    this.#totals.set(accountId, total - removed.bytes + (isRoom ? bytes : 0));
    results.set(one, { outcome: isRoom ? 'kept' : 'making-room', gaveWay: removed.rows });
    return isRoom;
  }

  /** Subtracts deleted bytes from the account's total. */
  freed({ accountId, totalBytes }: Allowed, bytes: number): void {
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

async function keepTexts(keeping: Keeping, texts: readonly Texts[]): Promise<void> {
  const { database, results } = keeping.parts;
  const allowed = await allowedTexts(keeping, texts);
  const rows: SqlValue[][] = [];
  const labels: SqlValue[][] = [];
  const added = new Map<number, number>();
  for (const one of texts) {
    const { requestId, request, response, judgedWith, label } = one;
    const found = allowed.get(requestId);
    const bytes = lengthOf(request) + lengthOf(response);
    if (found === undefined || isOfAnotherCharge(one, found))
      results.set(one, { outcome: 'not-allowed', gaveWay: 0 });
    else if (found.isStored) results.set(one, { outcome: 'kept', gaveWay: 0 });
    else if (await keeping.fits(one, found, bytes)) {
      const { accountId, nowMs } = found;
      const judged = judgedWith === undefined ? null : Buffer.from(judgedWith);
      rows.push([requestId, accountId, joined(request), joined(response), bytes, judged, nowMs]);
      if (label !== undefined) labels.push([requestId, accountId, label]);
      add(added, accountId, bytes);
    }
  }
  await keeping.insert(TEXT_COLUMNS, rows);
  for (const label of labels)
    await database.query(
      'INSERT INTO request_label (request_id, account_id, label) VALUES ($1, $2, $3)',
      label,
    );
  await addToTotals(database, TEXTS, added);
}

function isOfAnotherCharge({ chargeMicroCredits }: Texts, { charge }: Allowed): boolean {
  return chargeMicroCredits !== undefined && charge !== null && charge !== chargeMicroCredits;
}

/** Finds the requests whose texts may be stored. Most are settled; texts that come before their charge are of open ones. */
async function allowedTexts(
  keeping: Keeping,
  texts: readonly Texts[],
): Promise<ReadonlyMap<string, Allowed>> {
  const allowed = new Map<string, Allowed>();
  const look = async (table: 'request' | 'open_request', condition: string): Promise<void> => {
    const ids = texts.map(({ requestId }) => requestId).filter((id) => !allowed.has(id));
    const mayBeLogged = `${condition} AND (a.zero_data_retention = 0 OR r.created_ms > a.cache_since_ms)`;
    for (const [id, found] of await keeping.look(table, mayBeLogged, ids)) allowed.set(id, found);
  };
  const isSettled = `r.state = 'settled' AND r.finished_ms > a.erased_ms`;
  await look('request', isSettled);
  await look('open_request', '1 = 1');
  // A request may have ended between these two look-ups.
  await look('request', isSettled);
  return allowed;
}

async function keepAnswers(keeping: Keeping, answers: readonly CachedAnswer[]): Promise<void> {
  const { database, results } = keeping.parts;
  const mayBeCached = `r.state = 'settled' AND r.created_ms > a.cache_since_ms AND ${mayHaveAnswers('a')}`;
  const ids = answers.map(({ requestId }) => requestId);
  const allowed = await keeping.look('request', mayBeCached, ids);
  const added = new Map<number, number>();
  for (const one of answers) {
    const { requestId, accountId, key, answer } = one;
    const found = allowed.get(requestId);
    const bytes = lengthOf(answer);
    if (found?.accountId !== accountId) {
      results.set(one, { outcome: 'not-allowed', gaveWay: 0 });
      continue;
    }
    if (bytes <= keeping.maxBytes) keeping.freed(found, await replace(database, one));
    if (!(await keeping.fits(one, found, bytes))) continue;
    const row = [accountId, requestId, key, joined(answer), found.nowMs];
    const inserted = await keeping.insert(ANSWER_COLUMNS, [row], 'ON CONFLICT DO NOTHING RETURNING id');
    // Another gateway has just stored an answer to the same question.
    if (inserted.length === 0) results.set(one, { outcome: 'failed', gaveWay: 0 });
    else add(added, accountId, bytes);
  }
  await addToTotals(database, ANSWERS, added);
}

/** Deletes an earlier answer to the same question. @returns how many bytes it had. */
async function replace(database: Database, { accountId, key }: CachedAnswer): Promise<number> {
  const earlier = { sql: 'account_id = $1 AND key = $2', values: [accountId, key] };
  return (await removeFrom(database, ANSWERS, earlier)).bytes;
}
