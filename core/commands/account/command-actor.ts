import { userInfo } from 'node:os';
import process from 'node:process';
import { localActor } from '../../administration/admin-context.ts';
import type { Actor } from '../../ledger/administration/audit.ts';

/** Who runs the command, for the audit log: the user of the operating system, and the machine. */
export function commandActor(): Actor {
  return localActor('command', userName());
}

/** The user of the operating system. */
export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
