import { hostname } from 'node:os';
import type { Actor } from '../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../ledger/administration/ledger-admin.ts';

/** The ledger that a command or a request to the administration API changes, and its actor. */
export interface AdminContext {
  readonly ledger: LedgerAdmin;
  readonly by: Actor;
}

/** An actor on this machine, for the audit log. @param name a user, or the signal or option that triggers a program. */
export function localActor(via: Actor['via'], name: string): Actor {
  return { via, name: plain(name, 64), origin: plain(hostname(), 128) };
}

function plain(text: string, maxCharacters: number): string {
  return text.replaceAll(/\p{C}/gu, '?').slice(0, maxCharacters) || 'unknown';
}
