import type { Client } from 'pg';
import { LedgerError, messageOf } from '../ledger-error.ts';
import type { Operation, WriteResult } from '../ledger-operation.ts';
import { budgetsToCount, decide } from '../rules/decide.ts';
import { LedgerState } from '../rules/ledger-state.ts';
import type { Changes } from '../rules/loaded.ts';
import { rowsToLoadFor } from '../rules/operations.ts';
import { countBudgets } from '../sql/budgets.ts';
import { POSTGRES } from '../sql/database.ts';
import { deleteTexts } from '../sql/erase.ts';
import { COMMIT, errorKindOf } from './connection.ts';
import { type Fence, loadBatch } from './load.ts';
import { sendTogether } from './round-trip.ts';
import { preparedQuery } from './sessions.ts';
import { writingStatement } from './statements.ts';

/**
 * How a batch waits for locks.
 * - `briefly`: as long as its session's `lock_timeout`, then it fails.
 * - `skipping`: not at all for accounts that another session has locked: operations that need one of them are postponed.
 * - `patiently`: up to `lockMs`, then it fails.
 */
export type LockWait = 'briefly' | 'skipping' | 'patiently';

export interface BatchOptions {
  readonly waiting: LockWait;
  /** For each lock unless the batch waits briefly, milliseconds. */
  readonly lockMs: number;
  /** The gateway that writes; null for a command, which has no row and may not take holds. */
  readonly fence: Fence | null;
  /** Called when the commit is about to be sent. From then on only its reply shows whether the batch took effect. */
  readonly onCommit: (results: readonly WriteResult[], changes: Changes) => void;
}

/**
 * Runs many operations in one transaction, with one sync of the disk and two round trips: the first locks and loads the
 * rows, the second writes the changes and commits. A batch that deletes texts takes more round trips.
 * @returns one result for each operation; `fenced` if the gateway's lease was lost, so that nothing was changed.
 * @throws the driver's error, or LedgerError `rejected` if the batch cannot be decided. Nothing was changed then either,
 * unless the connection was lost.
 */
export async function runBatch(
  client: Client,
  operations: readonly Operation[],
  options: BatchOptions,
): Promise<readonly WriteResult[] | 'fenced'> {
  try {
    return await transact(client, operations, options);
  } catch (error) {
    // A lost session has ended its transaction, and one that does not answer would not answer a ROLLBACK either.
    if (errorKindOf(error) !== 'lost') await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function transact(
  client: Client,
  operations: readonly Operation[],
  { fence, waiting, lockMs, onCommit }: BatchOptions,
): Promise<readonly WriteResult[] | 'fenced'> {
  const database = { ...POSTGRES, query: preparedQuery(client) };
  const loaded = await loadBatch(client, rowsToLoadFor(operations), {
    fence,
    skipsLocked: waiting === 'skipping',
    lockMs: waiting === 'briefly' ? undefined : lockMs,
  });
  if (loaded === 'fenced') {
    await client.query('ROLLBACK');
    return 'fenced';
  }
  const { nowMs, isLeftOut } = loaded;
  const decidable = operations.filter((operation) => !isLeftOut(operation));
  const state = new LedgerState(loaded);
  await countBudgets(database, state, budgetsToCount(state, decidable, nowMs));
  const decided = orRejected(() => decide(state, decidable, { nowMs, owner: fence?.owner ?? null })).values();
  const results = operations.map((operation) =>
    isLeftOut(operation) ? 'later' : (decided.next().value ?? 'later'),
  );
  const changes = state.changes();
  let writing = writingStatement(changes.tables);
  if (writing === undefined && operations.every(({ kind }) => kind !== 'probe')) {
    await client.query('ROLLBACK');
    return results;
  }
  if (changes.withoutTexts.length > 0) {
    // A session that stores a text first locks the row of its request, so writing that row first keeps new texts out.
    await sendTogether(client, { writing });
    writing = undefined;
    await deleteTexts(database, changes.withoutTexts);
  }
  onCommit(results, changes);
  await sendTogether(client, { writing, commit: COMMIT });
  return results;
}

/** Turns an error of the rules into `rejected`, so that it is not mistaken for an error of the connection. */
function orRejected<Value>(decide: () => Value): Value {
  try {
    return decide();
  } catch (cause) {
    throw new LedgerError('rejected', messageOf(cause), { cause });
  }
}
