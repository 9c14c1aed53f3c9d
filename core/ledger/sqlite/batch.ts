import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { LedgerError, type Refusal } from '../ledger-error.ts';
import type { Operation, OperationResult, TextResult } from '../ledger-operation.ts';
import { readInteger } from '../ledger-row.ts';
import type { AnswerKeeper } from '../answers/sqlite-answers.ts';
import { isAnswer, type Storable } from '../texts/storable.ts';
import type { SqliteAdministration } from '../administration/sqlite-administration.ts';
import type { OutboxStep, OutboxStepResult } from '../webhooks/outbox-step.ts';
import type { OutboxWriter } from '../webhooks/sqlite-outbox-writer.ts';
import type { AccountOperations } from './account-operations.ts';
import type { PromptRetention } from './prompt-retention.ts';
import type { RequestOperations } from './request-operations.ts';
import { roomOfTransaction, type TextKeeper } from './texts.ts';

/** Primary result codes, https://sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

export interface OperationGroups {
  readonly requests: Pick<RequestOperations, 'reserve' | 'deliver' | 'settle' | 'void'>;
  readonly accounts: AccountOperations;
  readonly administration: SqliteAdministration;
  readonly retention: PromptRetention;
  readonly texts: Pick<TextKeeper, 'keep'>;
  readonly answers: Pick<AnswerKeeper, 'keep' | 'prune'>;
  readonly outbox: Pick<OutboxWriter, 'take'>;
}

/** What begins a transaction and what ends it. */
interface Frame {
  readonly begin: StatementSync;
  readonly commit: StatementSync;
}

const FAILED_TEXTS: TextResult = { outcome: 'failed', gaveWay: 0 };

/** Writes batches: many operations, one transaction, one sync of the disk. */
export class BatchWriter {
  readonly #database: DatabaseSync;
  readonly #groups: OperationGroups;
  readonly #frame: Frame;
  /** Known by their words, so that a list of statements tells what comes by the clock from what a request does. */
  readonly #outboxFrame: Frame;

  constructor(database: DatabaseSync, groups: OperationGroups) {
    this.#database = database;
    this.#groups = groups;
    this.#frame = { begin: database.prepare('BEGIN IMMEDIATE'), commit: database.prepare('COMMIT') };
    this.#outboxFrame = {
      begin: database.prepare('BEGIN IMMEDIATE -- webhook events'),
      commit: database.prepare('COMMIT -- webhook events'),
    };
  }

  /**
   * One outcome for each operation, in order. Where one throws, nothing of the batch stays and each is tried alone, so
   * that it rejects only itself.
   * @throws where the disk failed: after a failed sync the kernel may have dropped the pages, and a second sync would
   * succeed without them, so nothing the writer says can be believed any more.
   */
  write(operations: readonly Operation[]): readonly OperationResult[] {
    try {
      const transact = (): readonly OperationResult[] =>
        this.#transact(() => operations.map((operation) => this.#apply(operation)));
      return operations.every(mayBeUnsynced) ? this.#unsynced(transact) : transact();
    } catch (error) {
      throwIfDiskFailed(error);
      const [only] = operations;
      if (isStoreUnavailable(error) || (only !== undefined && operations.length === 1)) {
        return operations.map(() => ({ refusal: refusalOf(error) }));
      }
      return this.#writeEachAlone(operations);
    }
  }

  /**
   * Stores texts apart from all money, in one transaction; where that fails, each is tried alone. They wait for no disk:
   * a text that somebody may come back for is stored before its charge, whose sync takes it along, and any other
   * is a log of what was charged.
   * @throws as `write`.
   */
  writeTexts(texts: readonly Storable[]): readonly TextResult[] {
    try {
      return this.#unsynced(() => this.#transact(() => this.#keepAll(texts)));
    } catch (error) {
      throwIfDiskFailed(error);
      const mayFitAlone = texts.length > 1 && !isStoreUnavailable(error);
      return mayFitAlone ? texts.flatMap((each) => this.writeTexts([each])) : texts.map(() => FAILED_TEXTS);
    }
  }

  /**
   * Changes webhooks or their events, apart from all money.
   * @throws as `write`.
   */
  writeOutbox(step: OutboxStep): OutboxStepResult {
    try {
      const { administration, outbox } = this.#groups;
      const [result] = this.#transact(
        () => [administration.audited(step.audit, () => outbox.take(step))],
        this.#outboxFrame,
      );
      return result ?? { refusal: { code: 'rejected', message: 'The step had no outcome.' } };
    } catch (error) {
      throwIfDiskFailed(error);
      return { refusal: refusalOf(error) };
    }
  }

  /**
   * Deletes answers of the cache that nobody is given any more, in one step.
   * @returns how many; 0 where the store takes nothing now. @throws as `write`.
   */
  pruneAnswers(beforeMs: number): number {
    try {
      const [deleted] = this.#transact(() => [this.#groups.answers.prune(beforeMs)]);
      return deleted ?? 0;
    } catch (error) {
      throwIfDiskFailed(error);
      return 0;
    }
  }

  #keepAll(stored: readonly Storable[]): readonly TextResult[] {
    const roomLeft = roomOfTransaction();
    const { texts, answers } = this.#groups;
    return stored.map((each) => (isAnswer(each) ? answers.keep(each, roomLeft) : texts.keep(each, roomLeft)));
  }

  /** Stops trying at the first sign that the store itself refuses: each attempt may wait for the busy timeout. */
  #writeEachAlone(operations: readonly Operation[]): readonly OperationResult[] {
    let unavailable: Refusal | undefined;
    return operations.map((operation) => {
      if (unavailable !== undefined) return { refusal: unavailable };
      try {
        const [outcome] = this.#transact(() => [this.#apply(operation)]);
        return outcome ?? { refusal: { code: 'rejected', message: 'The operation had no outcome.' } };
      } catch (error) {
        throwIfDiskFailed(error);
        const refusal = refusalOf(error);
        if (isStoreUnavailable(error)) unavailable = refusal;
        return { refusal };
      }
    });
  }

  #transact<Result>(
    work: () => readonly Result[],
    { begin, commit }: Frame = this.#frame,
  ): readonly Result[] {
    begin.run();
    try {
      const results = work();
      commit.run();
      return results;
    } catch (error) {
      // Some errors have rolled back by themselves.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
  }

  /**
   * What a power cut may take although it was answered for, until the next synced transaction; the end of the process
   * takes nothing. Not by prepared statements: SQLite takes the setting when it reads the words.
   * https://sqlite.org/pragma.html#pragma_synchronous
   */
  #unsynced<Result>(transact: () => readonly Result[]): readonly Result[] {
    this.#database.exec('PRAGMA synchronous = NORMAL');
    try {
      return transact();
    } finally {
      this.#database.exec('PRAGMA synchronous = FULL');
    }
  }

  /** Setting the version writes its page, also where it stays as it is. */
  #probe(): OperationResult {
    const version = readInteger(this.#database.prepare('PRAGMA user_version').get() ?? {}, 'user_version');
    this.#database.exec(`PRAGMA user_version = ${version}`);
    return { value: null };
  }

  #apply(operation: Operation): OperationResult {
    return this.#groups.administration.audited(operation.audit, () => this.#change(operation));
  }

  #change(operation: Operation): OperationResult {
    const { requests, accounts, administration, retention } = this.#groups;
    switch (operation.kind) {
      case 'reserve':
        return requests.reserve(operation);
      case 'deliver':
        return requests.deliver(operation);
      case 'settle':
        return requests.settle(operation);
      case 'void':
        return requests.void(operation);
      case 'createAccount':
        return accounts.create(operation);
      case 'grant':
        return administration.once(operation, () => accounts.grant(operation));
      case 'correct':
        return administration.once(operation, () => accounts.correct(operation));
      case 'suspendAccount':
        return accounts.suspend(operation);
      case 'changeAccount':
        return accounts.change(operation);
      case 'createKey':
        return accounts.createKey(operation);
      case 'changeKey':
        return accounts.changeKey(operation);
      case 'revokeKey':
        return accounts.revokeKey(operation);
      case 'rotateKey':
        return accounts.rotateKey(operation);
      case 'createAdminToken':
        return administration.createToken(operation);
      case 'revokeAdminToken':
        return administration.revokeToken(operation);
      case 'record':
        return { value: null };
      case 'probe':
        return this.#probe();
      case 'prunePrompts':
        return retention.prune(operation);
      case 'eraseRequest':
        return retention.eraseRequest(operation);
      case 'eraseAccount':
        return retention.eraseAccount(operation);
    }
    const unknown: never = operation;
    throw new TypeError(`The ledger has no operation ${JSON.stringify(unknown)}.`);
  }
}

/**
 * A hold alone waits for no disk: a power cut that takes it ends this process too, the only one that could charge it, and
 * the next would void it. Whatever is committed after it with a sync takes it to the disk along.
 */
function mayBeUnsynced(operation: Operation): boolean {
  return operation.kind === 'reserve' && !operation.isAsync;
}

function throwIfDiskFailed(error: unknown): void {
  const code = resultCode(error);
  if (code === SQLITE_IOERR || code === SQLITE_CORRUPT || code === SQLITE_NOTADB) throw error;
}

/** A full disk is not among them: it may refuse one large operation and take the small ones. */
function isStoreUnavailable(error: unknown): boolean {
  const code = resultCode(error);
  return (
    code === SQLITE_BUSY || code === SQLITE_LOCKED || code === SQLITE_READONLY || code === SQLITE_CANTOPEN
  );
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof LedgerError) return { code: error.code, message: error.message };
  const message = error instanceof Error ? error.message : 'unknown error';
  if (isStoreUnavailable(error) || resultCode(error) === SQLITE_FULL) {
    return {
      code: 'unavailable',
      message: `The ledger’s database cannot be written now: ${message}. Free the disk or the lock, then try again.`,
    };
  }
  return { code: 'rejected', message: `The ledger’s database refused this operation: ${message}.` };
}

/** node:sqlite puts SQLite's extended result code in `errcode`; its low byte is the primary one. */
function resultCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
}
