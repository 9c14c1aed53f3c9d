import type { DatabaseSync } from 'node:sqlite';
import { LedgerError } from '../ledger-error.ts';
import type { Recovery } from '../ledger.ts';
import { readInteger } from '../ledger-row.ts';
import { refuseProblems } from '../refuse-problems.ts';
import { findProblems } from './check.ts';

/**
 * What a starting gateway does before it listens: ends every hold of a process that is gone, then checks the invariants.
 * A request of which nothing had left is voided and its idempotency key is free again; one that was delivering is settled
 * at what is known of it, and keeps its key. All in one transaction, so a crash in the middle leaves what the next start finds unchanged.
 * The caller must hold the gateway lock; without it, a living process's holds would be voided.
 * @throws LedgerError `unusable` where an invariant is broken; then nothing was changed.
 */
export function recoverLedger(
  database: DatabaseSync,
  writer: { readonly bootId: string; readonly nowMs: number },
): Recovery {
  database.exec('BEGIN IMMEDIATE');
  try {
    const recovery = endForeignHolds(database, writer);
    refuseProblems(findProblems(database, { logs: false }));
    database.exec('COMMIT');
    return recovery;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    // A ledger whose figures are wrong may refuse the voiding itself: name what is wrong rather than that.
    if (!(error instanceof LedgerError)) refuseProblems(findProblems(database, { logs: false }));
    throw error;
  }
}

/** A request of a process that is gone; `?1` is this process's own boot id. */
const FOREIGN = "FROM request WHERE state = 'reserved' AND owner <> ?1";

/**
 * What every foreign hold costs: a request whose answer had begun to leave is charged what is known of its calls, at
 * most its hold, and the operator bears the rest; any other is charged nothing. `?2` is the time.
 */
const KNOWN_COST = `CREATE TEMP TABLE foreign_hold AS
  SELECT id, account_id, hold, delivering, cost, min(hold, cost) AS charge, ?2 AS ended_ms FROM (
    SELECT id, account_id, hold, delivering, coalesce(
      CASE delivering WHEN 1 THEN (SELECT sum(charge) FROM call WHERE request_id = id) END, 0) AS cost ${FOREIGN})`;

/** Entries, balances, keys, texts, then the requests themselves. */
const ENDINGS = [
  `INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
   SELECT account_id, id, 'charge', charge, ended_ms FROM foreign_hold`,
  `INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
   SELECT account_id, id, 'release', hold - charge, ended_ms FROM foreign_hold`,
  `INSERT INTO entry (account_id, request_id, kind, amount, created_ms)
   SELECT account_id, id, 'absorbed', cost - charge, ended_ms FROM foreign_hold WHERE cost > charge`,
  `UPDATE account SET posted = posted - s.charge, reserved = reserved - s.hold
   FROM (SELECT account_id, sum(charge) AS charge, sum(hold) AS hold
     FROM foreign_hold GROUP BY account_id) s
   WHERE account.id = s.account_id`,
  'DELETE FROM idempotency WHERE request_id IN (SELECT id FROM foreign_hold WHERE delivering = 0)',
  'DELETE FROM prompt_log WHERE request_id IN (SELECT id FROM foreign_hold)',
  `UPDATE request SET state = iif(f.delivering = 1, 'settled', 'voided'), charge = f.charge, finished_ms = f.ended_ms
   FROM foreign_hold f WHERE request.id = f.id`,
];

const ENDED = `SELECT count(*) FILTER (WHERE delivering = 0) AS voided, count(*) FILTER (WHERE delivering = 1) AS charged,
  coalesce(sum(charge), 0) AS charge, coalesce(sum(hold - charge), 0) AS given_back FROM foreign_hold`;

function endForeignHolds(
  database: DatabaseSync,
  writer: { readonly bootId: string; readonly nowMs: number },
): Recovery {
  database.prepare(KNOWN_COST).run(writer.bootId, writer.nowMs);
  const ended = database.prepare(ENDED).get() ?? {};
  for (const ending of ENDINGS) database.prepare(ending).run();
  database.exec('DROP TABLE foreign_hold');
  return {
    voidedRequests: readInteger(ended, 'voided'),
    chargedRequests: readInteger(ended, 'charged'),
    chargedMicroCredits: readInteger(ended, 'charge'),
    givenBackMicroCredits: readInteger(ended, 'given_back'),
  };
}
