import type { DatabaseSync } from 'node:sqlite';
import { LedgerError } from './ledger-error.ts';
import { refuseProblems } from './refuse-problems.ts';
import { findProblems } from './sqlite-check.ts';

/**
 * What a starting gateway does before it listens: gives back every hold of a process that is gone and frees its idempotency
 * key, then checks the
 * invariants. All in one transaction, so a crash in the middle leaves what the next start finds unchanged.
 * The caller must hold the gateway lock; without it, a living process's holds would be voided.
 * @returns how many requests were voided.
 * @throws LedgerError `unusable` where an invariant is broken; then nothing was changed.
 */
export function recoverLedger(
  database: DatabaseSync,
  writer: { readonly bootId: string; readonly nowMs: number },
): number {
  database.exec('BEGIN IMMEDIATE');
  try {
    const voided = voidForeignHolds(database, writer);
    refuseProblems(findProblems(database, { logs: false }));
    database.exec('COMMIT');
    return voided;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    // A ledger whose figures are wrong may refuse the voiding itself: name what is wrong rather than that.
    if (!(error instanceof LedgerError)) refuseProblems(findProblems(database, { logs: false }));
    throw error;
  }
}

function voidForeignHolds(
  database: DatabaseSync,
  writer: { readonly bootId: string; readonly nowMs: number },
): number {
  const foreign = "FROM request WHERE state = 'reserved' AND owner <> ?1";
  database
    .prepare(
      `INSERT INTO entry (account_id, request_id, kind, amount, created_ms) SELECT account_id, id, 'charge', 0, ?2 ${foreign}`,
    )
    .run(writer.bootId, writer.nowMs);
  database
    .prepare(
      `INSERT INTO entry (account_id, request_id, kind, amount, created_ms) SELECT account_id, id, 'release', hold, ?2 ${foreign}`,
    )
    .run(writer.bootId, writer.nowMs);
  database
    .prepare(
      `UPDATE account SET reserved = reserved - (SELECT sum(hold) ${foreign} AND account_id = account.id)
       WHERE id IN (SELECT account_id ${foreign})`,
    )
    .run(writer.bootId);
  database.prepare(`DELETE FROM idempotency WHERE request_id IN (SELECT id ${foreign})`).run(writer.bootId);
  const { changes } = database
    .prepare(
      "UPDATE request SET state = 'voided', charge = 0, finished_ms = ?2 WHERE state = 'reserved' AND owner <> ?1",
    )
    .run(writer.bootId, writer.nowMs);
  return Number(changes);
}
