import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TextResult } from '../ledger-operation.ts';
import type { Texts } from '../ledger.ts';
import { readInteger, type Row } from '../ledger-row.ts';
import { byteLengthOf } from '../texts/text-queue.ts';

/** What one transaction may still delete, so that making room holds the writer for a moment only. */
export interface RoomLeft {
  texts: number;
  /** Deleting reads what is deleted. The last text may exceed it. */
  bytes: number;
}

/** For one transaction. */
export function roomOfTransaction(): RoomLeft {
  return { texts: 100, bytes: 16 * 1024 * 1024 };
}

interface Writer {
  readonly bootId: string;
  readonly nowMs: () => number;
  /** Bound on the texts kept of one account, bytes. */
  readonly maxTextBytes: number;
}

/** The texts of requests, apart from their money. Runs inside its caller's transaction. */
export class TextKeeper {
  readonly #writer: Writer;
  readonly #account: StatementSync;
  readonly #oldest: StatementSync;
  readonly #remove: StatementSync;
  readonly #insert: StatementSync;

  constructor(database: DatabaseSync, writer: Writer) {
    this.#writer = writer;
    this.#account = database.prepare(
      `SELECT r.account_id, coalesce(t.bytes, 0) AS bytes FROM request r
         JOIN account a ON a.id = r.account_id LEFT JOIN text_total t ON t.account_id = r.account_id
       WHERE r.id = ?1 AND r.owner = ?2 AND r.state <> 'voided' AND r.zero_data_retention = 0
         AND (a.zero_data_retention = 0 OR r.created_ms > a.cache_since_ms)`,
    );
    this.#oldest = database.prepare(
      'SELECT request_id AS id, bytes FROM text_size WHERE account_id = ? ORDER BY id LIMIT ?',
    );
    this.#remove = database.prepare('DELETE FROM prompt_log WHERE request_id = ?');
    this.#insert = database.prepare(
      'INSERT INTO prompt_log (request_id, request, response, finished_ms, judged_with) VALUES (?, ?, ?, ?, ?) ON CONFLICT (request_id) DO NOTHING',
    );
  }

  /** @param roomLeft shared by all texts of a transaction; what gives way is taken off it. */
  keep({ requestId, request, response, judgedWith }: Texts, roomLeft: RoomLeft): TextResult {
    const { bootId, nowMs, maxTextBytes } = this.#writer;
    const row = this.#account.get(requestId, bootId);
    if (row === undefined) return { outcome: 'not-allowed', gaveWay: 0 };
    const size = byteLengthOf({ request, response });
    if (size > maxTextBytes) return { outcome: 'too-large', gaveWay: 0 };
    const excess = readInteger(row, 'bytes') + size - maxTextBytes;
    const stored = { oldest: this.#oldest, remove: this.#remove };
    const room = makeRoom(stored, readInteger(row, 'account_id'), { excess, roomLeft });
    if (room.freedBytes < excess) return { outcome: 'making-room', gaveWay: room.gaveWay };
    this.#insert.run(
      requestId,
      Buffer.concat(request).toString(),
      Buffer.concat(response).toString(),
      nowMs(),
      judgedWith ?? null,
    );
    return { outcome: 'kept', gaveWay: room.gaveWay };
  }
}

/** Of what an account keeps, for `makeRoom`. */
export interface Removable {
  /** By account, at most so many, the oldest first: `id` and `bytes` of each. */
  readonly oldest: StatementSync;
  /** By ID. */
  readonly remove: StatementSync;
}

/** Deletes the oldest of what an account keeps until `excess` bytes are free, or the transaction's room is used up. */
export function makeRoom(
  { oldest, remove }: Removable,
  accountId: number,
  { excess, roomLeft }: { readonly excess: number; readonly roomLeft: RoomLeft },
): { readonly freedBytes: number; readonly gaveWay: number } {
  let freedBytes = 0;
  let gaveWay = 0;
  if (excess <= 0) return { freedBytes, gaveWay };
  for (const row of oldest.all(accountId, roomLeft.texts)) {
    if (freedBytes >= excess || roomLeft.bytes <= 0) break;
    remove.run(idOf(row));
    const bytes = readInteger(row, 'bytes');
    freedBytes += bytes;
    roomLeft.bytes -= bytes;
    gaveWay += 1;
  }
  roomLeft.texts -= gaveWay;
  return { freedBytes, gaveWay };
}

function idOf({ id }: Row): string | number {
  if (typeof id !== 'string' && typeof id !== 'number') throw new TypeError('Column id is no key.');
  return id;
}
