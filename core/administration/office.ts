import { hostname } from 'node:os';
import type { Actor } from '../ledger/administration/audit.ts';
import type { LedgerAdmin } from '../ledger/ledger.ts';

/** Who changes something, by a command or the administration API, and the ledger that is changed. */
export interface Office {
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
