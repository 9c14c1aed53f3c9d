import { randomUUID } from 'node:crypto';
import type { AdminAuditEntry } from '../../generated/admin-answers.ts';

/** Who changes something, and from where. */
export interface Actor {
  /** `program` if the caller names no actor. */
  readonly via: 'command' | 'api' | 'program';
  /** The user of the operating system, or the name of the admin token; 1 to 64 characters. */
  readonly name: string;
  /** The machine a command ran on, or the address a request came from; at most 128 characters. */
  readonly origin: string | null;
}

/** The entry of one change in the audit log. It travels with the change and is written in the same transaction. */
export interface AuditNote extends Actor {
  /** Unique for each change, so that one that is sent again after a lost connection is noted once. */
  readonly changeId: string;
  /** For example `account.credit`. */
  readonly action: string;
  /** The changed object: the name of an account or token, the prefix of a key, or a request. */
  readonly subject: string | null;
  /** The new values as JSON. Never a secret. */
  readonly detail: string;
}

/**
 * @param by the program itself by default.
 * @param detail the new values, never a secret. Undefined ones are not noted.
 */
export function auditNote(
  by: Actor | undefined,
  action: string,
  subject: string | null,
  detail: Readonly<Record<string, unknown>> = {},
): AuditNote {
  return { ...PROGRAM, ...by, changeId: randomUUID(), action, subject, detail: JSON.stringify(detail) };
}

/** A change that an operator made outside the ledger, such as a reload of the registry. */
export interface RecordedChange {
  readonly action: string;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
}

/** The place of the last entry on a page. The ID tells entries of the same moment apart. */
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
  /** The end of the previous page; without it the page begins with the newest entry. */
  readonly after?: AuditPlace | undefined;
}

/** The newest first. */
export interface AuditPage {
  readonly entries: readonly AdminAuditEntry[];
  /** Null if no entry comes after. */
  readonly next: AuditPlace | null;
}

export const MAX_AUDIT_ENTRIES = 10_000;

/** The actor of changes without a responsible person, such as those of tests. */
const PROGRAM: Actor = { via: 'program', name: 'assay', origin: null };
