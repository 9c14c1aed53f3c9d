import { randomUUID } from 'node:crypto';
import type { AdminAuditEntry } from '../../generated/admin-answers.ts';

/** Who changes something, and from where. */
export interface Actor {
  /** `program` where nobody was named. */
  readonly via: 'command' | 'api' | 'program';
  /** The user of the operating system, or the name of the admin token; 1 to 64 characters. */
  readonly name: string;
  /** The machine a command ran on, or the address a request came from; at most 128 characters. */
  readonly origin: string | null;
}

/** What the audit log keeps of one change. It travels with the change, and is written in the same transaction. */
export interface AuditNote extends Actor {
  /** Of this change alone: one that is sent again after a lost connection is noted once. */
  readonly changeId: string;
  /** Such as `account.credit`. */
  readonly action: string;
  /** What was changed: the name of an account or token, the prefix of a key, or a request. */
  readonly subject: string | null;
  /** JSON of what was set. Never a secret. */
  readonly detail: string;
}

/** @param by nobody by default. @param detail what is undefined in it is not noted. Never a secret. */
export function auditNote(
  by: Actor | undefined,
  action: string,
  subject: string | null,
  detail: Readonly<Record<string, unknown>> = {},
): AuditNote {
  return { ...PROGRAM, ...by, changeId: randomUUID(), action, subject, detail: JSON.stringify(detail) };
}

/** What an operator changed outside the ledger, such as the registry by a reload. */
export interface RecordedChange {
  readonly action: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where a page ends. Entries of one moment are told apart by their number. */
export interface AuditPlace {
  readonly atMs: number;
  readonly id: number;
}

export interface AuditQuery {
  /** From 1 to `MAX_AUDIT_ENTRIES`. */
  readonly limit: number;
  /** From this moment on, Unix milliseconds. */
  readonly fromMs?: number | undefined;
  /** Before this moment, Unix milliseconds. */
  readonly toMs?: number | undefined;
  /** The end of the page before; the newest entries where it is not given. */
  readonly after?: AuditPlace | undefined;
}

/** The newest first. */
export interface AuditPage {
  readonly entries: readonly AdminAuditEntry[];
  /** Null where nothing comes after. */
  readonly next: AuditPlace | null;
}

export const MAX_AUDIT_ENTRIES = 10_000;

/** For changes that nobody answers for, such as those of tests. */
const PROGRAM: Actor = { via: 'program', name: 'assay', origin: null };
