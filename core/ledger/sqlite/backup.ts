import { closeSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { backup } from 'node:sqlite';
import { LedgerError, messageOf } from '../ledger-error.ts';
import { openForReading } from './files.ts';

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
  const source = openForReading(path);
  try {
    await backup(source, target, { rate: ALL_PAGES });
  } catch (cause) {
    rmSync(target, { force: true });
    throw new LedgerError(
      'unavailable',
      `The backup ${target} cannot be written: ${messageOf(cause)}. Free the disk or choose another place.`,
      { cause },
    );
  } finally {
    source.close();
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
