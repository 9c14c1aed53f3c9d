import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { LedgerError, otherSchemaVersion } from '../ledger-error.ts';
import { readInteger, readOptionalInteger } from '../ledger-row.ts';
import { rowsOf, SCHEMA } from './connection.ts';

const SCHEMA_VERSION = 1;
/** `ASSA` in ASCII: the advisory lock under which processes that start together make the tables one after the other. */
const SCHEMA_LOCK = 0x41535341;
const OLDEST_SERVER = 130_000;

/**
 * Makes the ledger's tables and functions in a database without them, in one transaction.
 * @throws LedgerError `unusable` if the ledger there has another schema version, which stays as it is, or the server is too
 *   old, a standby, or does not wait for its disk.
 */
export async function preparePostgres(client: Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await requireServer(client);
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [row] = await rowsOf(client, { text: 'SELECT max(version) AS version FROM schema_version' });
    const version = readOptionalInteger(row ?? {}, 'version');
    if (version === null) {
      await client.query(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
      await client.query('INSERT INTO schema_version (version) VALUES ($1)', [SCHEMA_VERSION]);
    } else if (version !== SCHEMA_VERSION) {
      throw otherSchemaVersion(version, SCHEMA_VERSION);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function requireServer(client: Client): Promise<void> {
  const [row] = await rowsOf(client, {
    text: "SELECT current_setting('server_version_num')::integer AS version, current_setting('synchronous_commit') AS durability, pg_is_in_recovery() AS standby",
  });
  if (row?.['standby'] === true) {
    throw new LedgerError(
      'unusable',
      'This PostgreSQL is a read-only standby. Point ASSAY_DATABASE_URL at the primary.',
    );
  }
  if (readInteger(row ?? {}, 'version') < OLDEST_SERVER) {
    throw new LedgerError('unusable', 'The ledger needs PostgreSQL 13 or newer. Update the server.');
  }
  if (['off', 'local'].includes(String(row?.['durability']))) {
    throw new LedgerError(
      'unusable',
      'PostgreSQL did not let this session wait for the disk: synchronous_commit stays off. Allow it for this user.',
    );
  }
}
