import { hostname, userInfo } from 'node:os';
import process from 'node:process';
import type { Actor } from '../../ledger/administration/audit.ts';

/** Whoever runs the command, for the audit log: the user of the operating system, and the machine. */
export function commandActor(): Actor {
  return { via: 'command', name: plain(userName(), 64), origin: plain(hostname(), 128) };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user has.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

function plain(text: string, maxCharacters: number): string {
  return text.replaceAll(/\p{C}/gu, '?').slice(0, maxCharacters) || 'unknown';
}
