import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { TextResult } from '../ledger-operation.ts';
import { readInteger } from '../ledger-row.ts';
import { makeRoom, type RoomLeft } from '../sqlite/texts.ts';
import { lengthOf } from '../texts/storable.ts';
import { deleteAnswersSql, mayHaveAnswers } from './answers-sql.ts';
import type { CachedAnswer } from './cached-answer.ts';

interface Writer {
  readonly bootId: string;
  readonly nowMs: () => number;
  /** Bound on the answers kept of one account, bytes. */
  readonly maxCacheBytes: number;
}

/** Models' answers for later requests. Runs inside its caller's transaction. */
export class AnswerKeeper {
  readonly #writer: Writer;
  readonly #allowed: StatementSync;
  readonly #total: StatementSync;
  readonly #oldest: StatementSync;
  readonly #remove: StatementSync;
  readonly #replace: StatementSync;
  readonly #insert: StatementSync;
  readonly #prune: StatementSync;

  constructor(database: DatabaseSync, writer: Writer) {
    this.#writer = writer;
    this.#allowed = database.prepare(
      `SELECT r.account_id FROM request r JOIN account a ON a.id = r.account_id
       WHERE r.id = ? AND r.account_id = ? AND r.owner = ? AND r.state = 'settled' AND r.zero_data_retention = 0
         AND r.created_ms > a.cache_since_ms AND ${mayHaveAnswers('?')}`,
    );
    this.#total = database.prepare(
      'SELECT coalesce(sum(bytes), 0) AS bytes FROM cache_total WHERE account_id = ?',
    );
    this.#oldest = database.prepare(
      'SELECT id, octet_length(answer) AS bytes FROM cached_answer WHERE account_id = ? ORDER BY id LIMIT ?',
    );
    this.#remove = database.prepare('DELETE FROM cached_answer WHERE id = ?');
    this.#replace = database.prepare('DELETE FROM cached_answer WHERE account_id = ? AND key = ?');
    this.#insert = database.prepare(
      'INSERT INTO cached_answer (account_id, request_id, key, stored_ms, answer) VALUES (?, ?, ?, ?, ?)',
    );
    this.#prune = database.prepare(deleteAnswersSql('?'));
  }

  /** @param roomLeft shared by all texts of a transaction; what gives way is taken off it. */
  keep({ requestId, accountId, key, answer }: CachedAnswer, roomLeft: RoomLeft): TextResult {
    const { bootId, nowMs, maxCacheBytes } = this.#writer;
    if (this.#allowed.get(requestId, accountId, bootId) === undefined)
      return { outcome: 'not-allowed', gaveWay: 0 };
    const size = lengthOf(answer);
    if (size > maxCacheBytes) return { outcome: 'too-large', gaveWay: 0 };
    this.#replace.run(accountId, key);
    const excess = readInteger(this.#total.get(accountId) ?? {}, 'bytes') + size - maxCacheBytes;
    const stored = { oldest: this.#oldest, remove: this.#remove };
    const room = makeRoom(stored, accountId, { excess, roomLeft });
    if (room.freedBytes < excess) return { outcome: 'making-room', gaveWay: room.gaveWay };
    this.#insert.run(accountId, requestId, key, nowMs(), Buffer.concat(answer));
    return { outcome: 'kept', gaveWay: room.gaveWay };
  }

  /** One step. @returns how many were deleted. */
  prune(beforeMs: number): number {
    return Number(this.#prune.run(beforeMs).changes);
  }
}
