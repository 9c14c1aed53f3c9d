import type { DatabaseSync } from 'node:sqlite';
import { ADMINISTRATION } from '../administration/sqlite-tables.ts';
import { RESPONSE_CACHE } from '../answers/sqlite-tables.ts';
import { BUDGETS } from '../budgets/sqlite-tables.ts';
import { LedgerError, otherSchemaVersion } from '../ledger-error.ts';
import { readInteger } from '../ledger-row.ts';
import { WEBHOOKS } from '../webhooks/sqlite-tables.ts';
import { LEDGER_TABLES } from './tables.ts';

export const SCHEMA_VERSION = 1;
/** `ASSA` in ASCII, in the file's header: tells a ledger from any other SQLite file. */
const APPLICATION_ID = 0x41535341;

/**
 * Makes the ledger's tables in an empty database, in one transaction.
 * @throws LedgerError `unusable` if the file is another program's, or a ledger of another schema version, which stays as it
 *   is.
 */
export function prepareSchema(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    const version = readVersion(database);
    if (version === undefined) {
      for (const tables of [LEDGER_TABLES, BUDGETS, WEBHOOKS, RESPONSE_CACHE, ADMINISTRATION])
        database.exec(tables);
      database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`);
    } else if (version !== SCHEMA_VERSION) {
      throw otherSchemaVersion(version, SCHEMA_VERSION);
    }
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** @returns undefined for an empty database. */
function readVersion(database: DatabaseSync): number | undefined {
  const applicationId = readInteger(database.prepare('PRAGMA application_id').get() ?? {}, 'application_id');
  const version = readInteger(database.prepare('PRAGMA user_version').get() ?? {}, 'user_version');
  const tables = readInteger(
    database.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() ?? {},
    'tables',
  );
  const isFresh = applicationId === 0 && version === 0 && tables === 0;
  if (!isFresh && applicationId !== APPLICATION_ID) {
    throw new LedgerError(
      'unusable',
      'The file is an SQLite database of another program. Point ASSAY_DATABASE_URL at a file of its own.',
    );
  }
  return isFresh ? undefined : version;
}
