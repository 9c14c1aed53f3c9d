import { readInteger, readOptionalText, readText, type Row } from '../ledger-row.ts';
import type { KnownAdminToken, AdminScope, ListedAdminToken } from './admin-token.ts';
import type { AuditEntry, AuditPage, AuditQuery } from './audit.ts';

/** What both databases read in the same words. */

/** Parameters: from, to, the time and the number of the place, the limit; each of them an integer. */
export function auditSql(parameter: (position: number) => string): string {
  const [from, to, atMs, id, limit] = [1, 2, 3, 4, 5].map(parameter);
  return `SELECT id, at_ms, via, actor, origin, action, subject, detail FROM audit_entry
    WHERE at_ms >= ${from} AND at_ms < ${to} AND (at_ms, id) < (${atMs}, ${id})
    ORDER BY at_ms DESC, id DESC LIMIT ${limit}`;
}

/** One more than is wanted, to know whether more comes after. */
export function auditParameters({ limit, fromMs, toMs, after }: AuditQuery): readonly number[] {
  const last = Number.MAX_SAFE_INTEGER;
  return [fromMs ?? 0, toMs ?? last, after?.atMs ?? last, after?.id ?? last, limit + 1];
}

export function readAuditPage(rows: readonly Row[], { limit }: AuditQuery): AuditPage {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit && last !== undefined;
  return {
    entries: shown.map(readAuditEntry),
    next: hasMore ? { atMs: readInteger(last, 'at_ms'), id: readInteger(last, 'id') } : null,
  };
}

function readAuditEntry(row: Row): AuditEntry {
  const via = readText(row, 'via');
  return {
    at: new Date(readInteger(row, 'at_ms')).toISOString(),
    via: via === 'command' || via === 'api' ? via : 'program',
    actor: readText(row, 'actor'),
    origin: readOptionalText(row, 'origin'),
    action: readText(row, 'action'),
    subject: readOptionalText(row, 'subject'),
    detail: JSON.parse(readText(row, 'detail')),
  };
}

export const LISTED_ADMIN_TOKENS =
  'SELECT name, scope, prefix, created_ms, revoked_ms FROM admin_token ORDER BY id';

export function readListedAdminToken(row: Row): ListedAdminToken {
  return {
    name: readText(row, 'name'),
    scope: readScope(row),
    prefix: readText(row, 'prefix'),
    createdAt: new Date(readInteger(row, 'created_ms')).toISOString(),
    revokedAt: row['revoked_ms'] === null ? null : new Date(readInteger(row, 'revoked_ms')).toISOString(),
  };
}

/** At most one row: the active token of this prefix, or else any other active one. Operators have few. */
export function knownTokenSql(prefix: string): string {
  return `SELECT name, scope, hash, prefix FROM admin_token WHERE revoked_ms IS NULL
    ORDER BY CASE WHEN prefix = ${prefix} THEN 0 ELSE 1 END LIMIT 1`;
}

/** @returns `none` where no token is active; undefined where others are. */
export function readKnownToken(row: Row | undefined, prefix: string): KnownAdminToken | 'none' | undefined {
  if (row === undefined) return 'none';
  const hash = row['hash'];
  if (readText(row, 'prefix') !== prefix || !(hash instanceof Uint8Array)) return undefined;
  return { name: readText(row, 'name'), scope: readScope(row), hash };
}

function readScope(row: Row): AdminScope {
  return readText(row, 'scope') === 'write' ? 'write' : 'read';
}
