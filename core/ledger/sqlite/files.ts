import { closeSync, mkdirSync, openSync, realpathSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { LedgerError, messageOf } from '../ledger-error.ts';
import { remedyFor } from './error-kind.ts';

/** How long a writer waits for another process's commit. */
const WRITER_BUSY_MS = 5000;
/** The reader runs on the event loop; in WAL mode it waits only for another process's recovery of the log. */
const READER_BUSY_MS = 250;
/** Bounds the log on disk after a long reader has held it open. */
const LOG_SIZE_BYTES = 64 * 1024 * 1024;
const CACHE_KIBIBYTES = 16 * 1024;

/** The error for a database that cannot be opened, with its path and what to check. A `LedgerError` is passed on. */
export function openingFailure(path: string, cause: unknown): LedgerError {
  if (cause instanceof LedgerError) return cause;
  return new LedgerError(
    'unusable',
    `The ledger ${path} cannot be opened: ${messageOf(cause)}. ${remedyFor(cause, 'Check ASSAY_DATABASE_URL.')}`,
    { cause },
  );
}

/** Makes the folder (0700) and the file (0600) if they are missing. SQLite gives its log the same mode. */
export function prepareFile(path: string): void {
  // Absolute: below a relative path, mkdir never returns once the working directory is deleted.
  mkdirSync(resolve(dirname(path)), { recursive: true, mode: 0o700 });
  createPrivate(path);
}

/**
 * Locks a second file exclusively, so that only one gateway uses the ledger. The operating system drops the lock when the
 * process dies, however it dies, so there is nothing to clean up.
 * @returns the lock, which its `close` gives up.
 * @throws LedgerError `unusable` if another gateway holds the lock.
 */
export function lockForGateway(path: string): DatabaseSync {
  // One file has one lock, whatever links lead to it.
  const lockPath = `${realpathSync(path)}.gateway`;
  createPrivate(lockPath);
  const lock = new DatabaseSync(lockPath, { timeout: 0 });
  try {
    // Nothing is ever written to it, so it needs no journal file beside it.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new LedgerError(
      'unusable',
      `Another gateway is using the ledger ${path}. Stop it first, or give this one its own ASSAY_DATABASE_URL. (\`assay\` commands work beside a running gateway.)`,
      { cause: error },
    );
  }
  return lock;
}

/** Opens the one connection that writes. @throws LedgerError `unusable` if the file cannot have a write-ahead log. */
export function openForWriting(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: WRITER_BUSY_MS, enableForeignKeyConstraints: true });
  try {
    const mode = database.prepare('PRAGMA journal_mode = WAL').get()?.['journal_mode'];
    if (mode !== 'wal') {
      throw new LedgerError(
        'unusable',
        `SQLite cannot keep a write-ahead log beside ${path}. Use a local, writable disk.`,
      );
    }
    // FULL syncs the log at every commit: without it a power cut loses commits already answered for. Deleted texts are
    // overwritten, not left in free pages. A row that is replaced is deleted, also for triggers.
    database.exec(`PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${CACHE_KIBIBYTES};
      PRAGMA secure_delete = ON; PRAGMA recursive_triggers = ON;
      PRAGMA journal_size_limit = ${LOG_SIZE_BYTES}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Copies the log into the file and empties it on disk. It does not wait for readers, because every write would wait with
 * it. If another connection uses the log at that moment, the log keeps its length, and deleted texts may stay in it until
 * the next call, the close of the ledger, or commits that overwrite them.
 */
export function truncateLog(database: DatabaseSync): void {
  database.exec('PRAGMA busy_timeout = 0');
  try {
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  } finally {
    database.exec(`PRAGMA busy_timeout = ${WRITER_BUSY_MS}`);
  }
}

/** A read-only connection, which is opened unless `open` is false. @throws the error of SQLite. */
export function openForReading(path: string, open = true): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: READER_BUSY_MS, open });
}

/**
 * Never opens an existing file: closing any descriptor of a file drops the locks this process holds on it
 * (https://sqlite.org/howtocorrupt.html, section 2.2), and the lock is what keeps a second gateway out.
 */
function createPrivate(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

/**
 * All pages in one step, from one snapshot. With smaller steps every commit of a running gateway would make the copy
 * start again (https://sqlite.org/backup.html).
 */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies the ledger, while gateways may write to it, to a file that only its owner may read.
 * @throws LedgerError `invalid` if the target exists or its folder does not, `unavailable` if it cannot be written. No part of it is left then.
 */
export async function backUpSqlite(path: string, target: string): Promise<void> {
  createTarget(target);
  let source: DatabaseSync | undefined;
  try {
    source = openForReading(path);
    await backup(source, target, { rate: ALL_PAGES });
  } catch (cause) {
    rmSync(target, { force: true });
    throw new LedgerError(
      'unavailable',
      `The backup ${target} cannot be written: ${messageOf(cause)}. Free the disk or choose another place.`,
      { cause },
    );
  } finally {
    source?.close();
  }
}

function createTarget(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600));
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'EEXIST')
      throw new LedgerError('invalid', `${target} exists already. Name a new file.`, { cause });
    if (code === 'ENOENT')
      throw new LedgerError('invalid', `${dirname(target)} does not exist. Make the folder first.`, {
        cause,
      });
    throw new LedgerError('unavailable', `${target} cannot be made: ${messageOf(cause)}.`, { cause });
  }
}
