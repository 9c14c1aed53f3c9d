import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { LedgerError } from '../ledger-error.ts';
import { read } from '../sql/database.ts';
import { missingSteps, SCHEMA_STEPS, type SchemaOptions, versionAfter } from '../sql/schema.ts';
import { lockForGateway, openForReading, openForWriting, openingFailure } from './files.ts';

/** `ASSA` in ASCII, in the file's header: tells a ledger from any other SQLite file. */
const APPLICATION_ID = 0x41535341;

/**
 * Creates the ledger's tables in a database that has none, and migrates them if it may, in one transaction.
 * @returns the version before; null if there were no tables.
 * @throws LedgerError `unusable` if the tables are of another version, or the file belongs to another program.
 */
export function createSqliteTables(database: DatabaseSync, options: SchemaOptions = {}): number | null {
  database.exec('BEGIN IMMEDIATE');
  try {
    const versionBefore = findVersion(database);
    const missing = missingSteps(versionBefore, options);
    for (const { tables, sqlite = '' } of missing) database.exec(`${tables}\n${sqlite}`);
    if (versionBefore === null) {
      database.prepare('INSERT INTO gateway_secret (id, secret) VALUES (1, ?)').run(randomBytes(32));
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
    }
    if (missing.length > 0)
      database.exec(`PRAGMA user_version = ${versionAfter(options.steps ?? SCHEMA_STEPS)}`);
    database.exec('COMMIT');
    return versionBefore;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Writes nothing. @throws LedgerError `unusable` if the file lacks the tables that this program needs. */
export function requireSqliteTables(path: string): void {
  const database = openForReading(path);
  try {
    missingSteps(findVersion(database), { mayCreate: false });
  } finally {
    database.close();
  }
}

/** Null if the database is empty. @throws LedgerError `unusable` if it belongs to another program. */
function findVersion(database: DatabaseSync): number | null {
  const figure = (sql: string): number =>
    read({ figure: Object.values(database.prepare(sql).get() ?? {})[0] }, 'figure', 'integer');
  const applicationId = figure('PRAGMA application_id');
  const version = figure('PRAGMA user_version');
  if (applicationId === 0 && version === 0 && figure('SELECT count(*) FROM sqlite_schema') === 0) return null;
  if (applicationId !== APPLICATION_ID) {
    throw new LedgerError(
      'unusable',
      'The file is an SQLite database of another program. Point ASSAY_DATABASE_URL at a file of its own.',
    );
  }
  return version;
}

/** As `createSqliteTables`, of a file that no gateway uses. @throws LedgerError `unusable` also if one does. */
export function migrateSqlite(path: string, options: Pick<SchemaOptions, 'steps'> = {}): number | null {
  try {
    const lock = lockForGateway(path);
    try {
      const database = openForWriting(path);
      try {
        return createSqliteTables(database, { ...options, mayMigrate: true });
      } finally {
        database.close();
      }
    } finally {
      lock.close();
    }
  } catch (error) {
    throw openingFailure(path, error);
  }
}
