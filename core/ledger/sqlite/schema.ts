import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { LedgerError, otherSchemaVersion } from '../ledger-error.ts';
import { read } from '../sql/database.ts';

/** `ASSA` in ASCII, in the file's header: tells a ledger from any other SQLite file. */
const APPLICATION_ID = 0x41535341;
const VERSION = 3;

/**
 * Creates the ledger's tables in a database that has none, in one transaction.
 * @throws LedgerError `unusable` where the tables are of another version, or the file belongs to another program.
 */
export function createSqliteTables(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    if (isEmpty(database)) {
      for (const file of ['../sql/schema.sql', 'schema.sql'])
        database.exec(readFileSync(new URL(file, import.meta.url), 'utf8'));
      database.prepare('INSERT INTO gateway_secret (id, secret) VALUES (1, ?)').run(randomBytes(32));
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** False where there is a ledger of this version. @throws LedgerError as `createSqliteTables`. */
function isEmpty(database: DatabaseSync): boolean {
  const figure = (sql: string): number =>
    read({ figure: Object.values(database.prepare(sql).get() ?? {})[0] }, 'figure', 'integer');
  const applicationId = figure('PRAGMA application_id');
  const version = figure('PRAGMA user_version');
  if (applicationId === 0 && version === 0 && figure('SELECT count(*) FROM sqlite_schema') === 0) return true;
  if (applicationId !== APPLICATION_ID) {
    throw new LedgerError(
      'unusable',
      'The file is an SQLite database of another program. Point ASSAY_DATABASE_URL at a file of its own.',
    );
  }
  if (version !== VERSION) throw otherSchemaVersion(version, VERSION);
  return false;
}
