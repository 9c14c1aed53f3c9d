import { LedgerError, messageOf, type Refusal } from '../ledger-error.ts';

/** Primary result codes, https://sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_CANTOPEN = 14;
const SQLITE_NOTADB = 26;

/**
 * Rethrows what shows that the disk failed: after a failed sync the kernel may have dropped the pages, and a second sync
 * would succeed without them, so the writer can no longer be trusted.
 */
export function throwIfDiskFailed(error: unknown): void {
  if (resultCode(error) === SQLITE_IOERR || isDamage(error)) throw error;
}

/** Whether SQLite found the file damaged. */
export function isDamage(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The advice to the operator about an error: `otherwise`, unless the file is damaged. */
export function remedyFor(error: unknown, otherwise: string): string {
  if (resultCode(error) === SQLITE_NOTADB)
    return 'Check ASSAY_DATABASE_URL; if it is right, the file is damaged: restore a backup.';
  return isDamage(error) ? 'The file is damaged: restore a backup.' : otherwise;
}

/** A full disk is not among them: it may refuse one large operation and take the small ones. */
export function isStoreUnavailable(error: unknown): boolean {
  const code = resultCode(error);
  return (
    code === SQLITE_BUSY || code === SQLITE_LOCKED || code === SQLITE_READONLY || code === SQLITE_CANTOPEN
  );
}

/** Makes the refusal of an operation that failed with an error of SQLite. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof LedgerError) return { code: error.code, message: error.message };
  const message = messageOf(error);
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
