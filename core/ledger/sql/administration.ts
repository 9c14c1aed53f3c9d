import {
  ADMIN_SCOPES,
  type KnownAdminToken,
  type ListedAdminToken,
  type NewAdminToken,
} from '../administration/ledger-admin.ts';
import type { AdminAuditEntry } from '../../generated/admin-answers.ts';
import type { AuditNote, AuditPage, AuditQuery } from '../administration/audit.ts';
import { LedgerError } from '../ledger-error.ts';
import { changeSome, type Database, type Done, read, readBytes, readWord, type Row } from './database.ts';

export async function readAuditPage(
  { query }: Database,
  { limit, fromMs, toMs, after }: AuditQuery,
): Promise<AuditPage> {
  const last = Number.MAX_SAFE_INTEGER;
  // One row beyond the limit tells whether another page follows.
  const rows = await query(
    `SELECT id, at_ms, via, actor, origin, action, subject, detail FROM audit_entry
      WHERE at_ms >= $1 AND at_ms < $2 AND (at_ms, id) < ($3, $4) ORDER BY at_ms DESC, id DESC LIMIT $5`,
    [fromMs ?? 0, toMs ?? last, after?.atMs ?? last, after?.id ?? last, limit + 1],
  );
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const hasMore = rows.length > limit && end !== undefined;
  return {
    entries: page.map(readAuditEntry),
    next: hasMore ? { atMs: read(end, 'at_ms', 'integer'), id: read(end, 'id', 'integer') } : null,
  };
}

function readAuditEntry(row: Row): AdminAuditEntry {
  return {
    at: read(row, 'at_ms', 'time'),
    via: readWord(row, 'via', ['command', 'api', 'program']),
    actor: read(row, 'actor', 'text'),
    origin: read(row, 'origin', 'text?'),
    action: read(row, 'action', 'text'),
    subject: read(row, 'subject', 'text?'),
    detail: JSON.parse(read(row, 'detail', 'text')),
  };
}

/** A change that an operator made outside the ledger: only its note is written. */
export async function record(): Promise<Done> {
  return { rows: 1, isLast: true };
}

/** Notes a change in the transaction of its step. */
export async function noteChange({ query, nowMs }: Database, note: AuditNote): Promise<void> {
  const { changeId, via, name, origin, action, subject, detail } = note;
  await query(
    `INSERT INTO audit_entry (change_id, at_ms, via, actor, origin, action, subject, detail)
      VALUES ($1, ${nowMs}, $2, $3, $4, $5, $6, $7)`,
    [changeId, via, name, origin, action, subject, detail],
  );
}

/** @throws LedgerError `token-exists`. */
export async function createAdminToken(
  database: Database,
  { token: { name, scope, prefix, hash } }: { readonly token: NewAdminToken },
): Promise<Done> {
  const done = await changeSome(
    database,
    `INSERT INTO admin_token (name, scope, prefix, hash, created_ms) VALUES ($1, $2, $3, $4, ${database.nowMs})
      ON CONFLICT DO NOTHING`,
    [name, scope, prefix, hash],
  );
  if (done.rows > 0) return done;
  const message = `There is or was an admin token named ${name}. Choose another name, so that the audit log tells them apart.`;
  throw new LedgerError('token-exists', message);
}

/** @returns no row if no active token has the name. */
export async function revokeAdminToken(
  database: Database,
  { name }: { readonly name: string },
): Promise<Done> {
  return await changeSome(
    database,
    `UPDATE admin_token SET revoked_ms = ${database.nowMs} WHERE name = $1 AND revoked_ms IS NULL`,
    [name],
  );
}

export async function listAdminTokens({ query }: Database): Promise<readonly ListedAdminToken[]> {
  const rows = await query(
    'SELECT name, scope, prefix, created_ms, revoked_ms FROM admin_token ORDER BY created_ms, name',
  );
  return rows.map((row) => ({
    name: read(row, 'name', 'text'),
    scope: readWord(row, 'scope', ADMIN_SCOPES),
    prefix: read(row, 'prefix', 'text'),
    createdAt: read(row, 'created_ms', 'time'),
    revokedAt: read(row, 'revoked_ms', 'time?'),
  }));
}

/** Operators have few tokens, so the statement may look at all of them. */
export async function findAdminToken(
  { query }: Database,
  prefix: string,
): Promise<KnownAdminToken | 'none' | undefined> {
  const [row] = await query(
    `SELECT name, scope, hash, prefix FROM admin_token WHERE revoked_ms IS NULL
      ORDER BY CASE WHEN prefix = $1 THEN 0 ELSE 1 END LIMIT 1`,
    [prefix],
  );
  if (row === undefined) return 'none';
  const hash = readBytes(row, 'hash');
  if (read(row, 'prefix', 'text') !== prefix || hash === undefined) return undefined;
  return { name: read(row, 'name', 'text'), scope: readWord(row, 'scope', ADMIN_SCOPES), hash };
}
