import { MAX_ACCOUNT_VOTES, MAX_REQUEST_VOTES, type Vote, type VoteChange } from '../texts/vote.ts';
import { changeSome, type Database, type Done, read, readWord, ROWS_AT_ONCE } from './database.ts';

interface VoteRow {
  readonly accountId: number;
  readonly requestId: string;
  readonly vote: VoteChange;
}

/**
 * Stores a vote on two stored answers of the request, or takes it back. It runs inside its caller's transaction, while
 * no other session stores or deletes texts. @returns no row if the answers are not stored.
 */
export async function vote(
  database: Database,
  { accountId, requestId, vote: { a, b, winner } }: VoteRow,
): Promise<Done> {
  const { query, nowMs } = database;
  const stored = await query(
    `SELECT 1 FROM prompt_log l JOIN request r ON r.id = l.request_id
      WHERE l.request_id = $1 AND r.account_id = $2 AND r.state = 'settled' AND r.zero_data_retention = 0`,
    [requestId, accountId],
  );
  if (stored.length === 0) return { rows: 0, isLast: true };
  if (winner === null) {
    await query('DELETE FROM vote WHERE request_id = $1 AND a = $2 AND b = $3', [requestId, a, b]);
    return { rows: 1, isLast: true };
  }
  await query(
    `INSERT INTO vote (request_id, a, b, account_id, winner, voted_ms) VALUES ($1, $2, $3, $4, $5, ${nowMs})
      ON CONFLICT (request_id, a, b) DO UPDATE SET winner = excluded.winner, voted_ms = excluded.voted_ms`,
    [requestId, a, b, accountId, winner],
  );
  await evictOldest(database, 'request_id', requestId, MAX_REQUEST_VOTES);
  await evictOldest(database, 'account_id', accountId, MAX_ACCOUNT_VOTES);
  return { rows: 1, isLast: true };
}

/** Deletes the oldest votes of a request or an account beyond `maxVotes`. */
async function evictOldest(
  { query }: Database,
  column: 'request_id' | 'account_id',
  value: string | number,
  maxVotes: number,
): Promise<void> {
  await query(
    `DELETE FROM vote WHERE (request_id, a, b) IN (SELECT request_id, a, b FROM vote WHERE ${column} = $1
      ORDER BY voted_ms DESC, request_id DESC, a DESC, b DESC LIMIT ${ROWS_AT_ONCE} OFFSET ${maxVotes})`,
    [value],
  );
}

/** In the order of the pairs. */
export async function readVotes({ query }: Database, requestId: string): Promise<readonly Vote[]> {
  const rows = await query('SELECT a, b, winner FROM vote WHERE request_id = $1 ORDER BY a, b', [requestId]);
  return rows.map((row) => ({
    a: read(row, 'a', 'integer'),
    b: read(row, 'b', 'integer'),
    winner: readWord(row, 'winner', ['a', 'b', 'tie']),
  }));
}

interface LabelRow {
  readonly accountId: number;
  readonly requestId: string;
  readonly label: string | null;
}

/** Changes the label of an ended request whose texts are stored. @returns no row for any other. */
export async function setLabel(database: Database, { accountId, requestId, label }: LabelRow): Promise<Done> {
  return await changeSome(
    database,
    `INSERT INTO request_label (request_id, account_id, label)
      SELECT l.request_id, l.account_id, CAST($3 AS TEXT) FROM prompt_log l JOIN request r ON r.id = l.request_id
        WHERE l.request_id = $1 AND l.account_id = $2 AND r.state = 'settled' AND r.zero_data_retention = 0
      ON CONFLICT (request_id) DO UPDATE SET label = excluded.label`,
    [requestId, accountId, label],
  );
}
