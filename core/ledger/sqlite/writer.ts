import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { errorOf, LedgerError, messageOf, type Refusal } from '../ledger-error.ts';
import type { Operation, OperationResult, Storable, TextResult } from '../ledger-operation.ts';
import type { LedgerProblem } from '../ledger.ts';
import { refuseProblems, findProblems } from '../sql/invariants.ts';
import { budgetsToCount, decide } from '../rules/decide.ts';
import type { BatchContext } from '../rules/loaded.ts';
import { rowsToLoadFor } from '../rules/operations.ts';
import { countBudgets } from '../sql/budgets.ts';
import { type Database, type Done, read, SQLITE } from '../sql/database.ts';
import { deleteTexts } from '../sql/erase.ts';
import { keepStored, type KeeperSettings } from '../sql/keep-stored.ts';
import { type LedgerStep, runStep } from '../sql/steps.ts';
import { BatchStore } from './batch-store.ts';
import { truncateLog } from './files.ts';
import { isDamage, isStoreUnavailable, refusalOf, throwIfDiskFailed } from './error-kind.ts';
import { sqliteQuery } from './sqlite-query.ts';

const FAILED_TEXTS: TextResult = { outcome: 'failed', evicted: 0 };

/**
 * Writes to SQLite. Each call is one transaction, with one sync of the disk for many operations, and the caller makes one
 * call at a time. A call rejects if the disk failed (see `throwIfDiskFailed`); its result reports every other failure.
 */
export class SqliteWriter {
  readonly #database: DatabaseSync;
  readonly #settings: KeeperSettings;
  readonly #store: BatchStore;
  readonly #tables: Database;
  readonly #begin: StatementSync;
  readonly #commit: StatementSync;

  constructor(database: DatabaseSync, settings: KeeperSettings) {
    this.#database = database;
    this.#settings = settings;
    this.#store = new BatchStore(database);
    this.#tables = { ...SQLITE, query: sqliteQuery(database) };
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
  }

  /**
   * Writes a batch. If an operation throws, the whole batch is rolled back and each operation is written alone, so that only
   * that one is refused.
   * @returns one result for each operation, in order.
   */
  async write(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    try {
      const transact = (): Promise<readonly OperationResult[]> =>
        this.#transact(() => this.#apply(operations));
      return operations.every(mayBeUnsynced) ? await this.#unsynced(transact) : await transact();
    } catch (error) {
      throwIfDiskFailed(error);
      if (isStoreUnavailable(error) || operations.length <= 1)
        return operations.map(() => ({ refusal: refusalOf(error) }));
      return await this.#writeEachAlone(operations);
    }
  }

  /**
   * Stores texts in one transaction without operations on money. If that fails, each is stored alone. They do not wait for
   * the disk. A text that its client may ask for again is stored before its charge, so the sync of the charge writes it too.
   * Any other text is only a log.
   */
  async keep(texts: readonly Storable[]): Promise<readonly TextResult[]> {
    try {
      return await this.#unsynced(() =>
        this.#transact(() => keepStored(this.#tables, texts, this.#settings)),
      );
    } catch (error) {
      throwIfDiskFailed(error);
      if (texts.length <= 1 || isStoreUnavailable(error)) return texts.map(() => FAILED_TEXTS);
      const results: TextResult[] = [];
      for (const each of texts) results.push(...(await this.keep([each])));
      return results;
    }
  }

  /** @throws LedgerError, and nothing was changed. */
  async runStep(step: LedgerStep): Promise<Done> {
    try {
      const done = await this.#transact(() => runStep(this.#tables, step));
      // The write-ahead log has the deleted rows until its pages are copied into the database file.
      if (done.isLast && (step.kind === 'pruneAnswers' || step.kind === 'eraseSome'))
        truncateLog(this.#database);
      return done;
    } catch (error) {
      throwIfDiskFailed(error);
      throw errorOf({ refusal: refusalOf(error) });
    }
  }

  /**
   * Ends every request of a process that is gone, and then checks the invariants. A gateway calls it before it listens. It
   * is one transaction, so a crash in the middle changes nothing and the next start repeats it. The caller must hold the
   * gateway lock; otherwise a living process's holds would be voided.
   * @returns a result for each of these requests.
   * @throws LedgerError `unusable` if an invariant is broken; then nothing was changed.
   */
  async recover(): Promise<readonly OperationResult[]> {
    try {
      return await this.#transact(async () => {
        const ended = await this.#endForeignRequests();
        await this.#refuseProblems();
        return ended;
      });
    } catch (error) {
      // Wrong figures may make the recovery itself fail. Then the broken invariants explain more than its error.
      if (!(error instanceof LedgerError)) await this.#refuseProblems();
      throw error;
    }
  }

  async #endForeignRequests(): Promise<readonly OperationResult[]> {
    const foreign = await this.#tables.query('SELECT id, owner FROM open_request WHERE owner <> $1', [
      this.#settings.owner,
    ]);
    return await this.#apply(
      foreign.map((row) => ({
        kind: 'recover',
        requestId: read(row, 'id', 'text'),
        owner: read(row, 'owner', 'text'),
      })),
    );
  }

  async #refuseProblems(): Promise<void> {
    const problems = await findProblems(this.#tables, { logs: false });
    if (problems.length === 0) return;
    const [damage] = findDamage(this.#database);
    // Figures read from a damaged file say nothing.
    if (damage !== undefined) throw new LedgerError('unusable', damage.detail);
    refuseProblems(problems);
  }

  /** Finds every problem, in one read transaction. */
  async check(): Promise<readonly LedgerProblem[]> {
    return await checkLedger(this.#database);
  }

  /** Stops trying once the store itself is unavailable, because each attempt may wait for the busy timeout. */
  async #writeEachAlone(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    const results: OperationResult[] = [];
    let unavailable: Refusal | undefined;
    for (const operation of operations) {
      if (unavailable !== undefined) {
        results.push({ refusal: unavailable });
        continue;
      }
      try {
        results.push(...(await this.#transact(() => this.#apply([operation]))));
      } catch (error) {
        throwIfDiskFailed(error);
        const refusal = refusalOf(error);
        if (isStoreUnavailable(error)) unavailable = refusal;
        results.push({ refusal });
      }
    }
    return results;
  }

  async #apply(operations: readonly Operation[]): Promise<readonly OperationResult[]> {
    const context: BatchContext = { owner: this.#settings.owner, nowMs: Date.now() };
    const state = this.#store.load(rowsToLoadFor(operations));
    await countBudgets(this.#tables, state, budgetsToCount(state, operations, context.nowMs));
    const results = decide(state, operations, context);
    const changes = state.changes();
    this.#store.write(changes);
    if (changes.withoutTexts.length > 0) await deleteTexts(this.#tables, changes.withoutTexts);
    if (operations.some(({ kind }) => kind === 'probe')) this.#rewriteVersion();
    return results;
  }

  async #transact<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#begin.run();
    try {
      const result = await work();
      this.#commit.run();
      return result;
    } catch (error) {
      // Some errors roll the transaction back by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * Commits without a sync of the disk: a power cut may take the transaction until the next synced one, but the end of the
   * process does not. The pragmas are not prepared, because SQLite applies them when it parses them.
   * https://sqlite.org/pragma.html#pragma_synchronous
   */
  async #unsynced<Result>(transact: () => Promise<Result>): Promise<Result> {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      return await transact();
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
  }

  /** Sets the version to itself, because that writes its page although nothing changes. */
  #rewriteVersion(): void {
    const version = read(
      this.#database.prepare('PRAGMA user_version').get() ?? {},
      'user_version',
      'integer',
    );
    this.#database.exec(`PRAGMA user_version = ${version}`);
  }
}

/** Finds every problem of the ledger, in one read transaction. Of a damaged file it reports the damage alone. */
export async function checkLedger(database: DatabaseSync): Promise<readonly LedgerProblem[]> {
  database.exec('BEGIN');
  try {
    const damage = findDamage(database);
    if (damage.length > 0) return damage;
    return await findProblems({ ...SQLITE, query: sqliteQuery(database) }, { logs: true });
  } finally {
    // COMMIT fails on a damaged file.
    if (database.isTransaction) database.exec('ROLLBACK');
  }
}

const MAX_SHOWN_DAMAGE = 5;

/** The invariants read only some of the pages and indexes, so damage of the others would not show in them. */
function findDamage(database: DatabaseSync): readonly LedgerProblem[] {
  let lines: readonly string[];
  try {
    const rows = database.prepare(`PRAGMA integrity_check(${MAX_SHOWN_DAMAGE})`).all();
    lines = rows
      .map((row) => read(row, 'integrity_check', 'text').replaceAll('\n', ' '))
      .filter((line) => line !== 'ok');
  } catch (error) {
    if (!isDamage(error)) throw error;
    lines = [messageOf(error)];
  }
  if (lines.length === 0) return [];
  const detail = `The file is damaged: restore a backup. SQLite says: ${lines.join('; ')}`;
  return [{ invariant: 'file-is-intact', detail }];
}

/**
 * A batch of holds alone does not wait for the disk. If a power cut takes a hold, it also ends this process, and the next
 * start would have voided the hold anyway. The next synced commit writes the hold to the disk too.
 */
function mayBeUnsynced(operation: Operation): boolean {
  return operation.kind === 'hold' && !operation.isAsync;
}
