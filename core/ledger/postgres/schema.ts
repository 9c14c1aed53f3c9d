import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { LedgerError, otherSchemaVersion } from '../ledger-error.ts';
import { rowsOf, SCHEMA } from './connection.ts';

/** `ASSA` in ASCII: the advisory lock under which gateways that start together create the tables one after the other. */
const CREATION_LOCK = 0x41535341;
const VERSION = 1;
const OLDEST_SERVER = 130_000;

/**
 * Creates the ledger's tables in a database that has none, in one transaction.
 * @throws LedgerError `unusable` where the tables are of another version, or the server is too old or a standby.
 */
export async function createPostgresTables(client: Client): Promise<void> {
  await client.query('BEGIN');
  try {
    await requireServer(client);
    await client.query('SELECT pg_advisory_xact_lock($1)', [CREATION_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [found] = await rowsOf(client, { text: 'SELECT version FROM schema_version' });
    if (found === undefined) {
      await client.query(readFileSync(new URL('schema.sql', import.meta.url), 'utf8'));
      await client.query('INSERT INTO schema_version (version) VALUES ($1)', [VERSION]);
    } else if (found['version'] !== VERSION) throw otherSchemaVersion(Number(found['version']), VERSION);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function requireServer(client: Client): Promise<void> {
  const [server] = await rowsOf(client, {
    text: "SELECT current_setting('server_version_num')::integer AS version, current_setting('synchronous_commit') AS durability, pg_is_in_recovery() AS standby",
  });
  if (server?.['standby'] === true) {
    throw new LedgerError(
      'unusable',
      'This PostgreSQL is a read-only standby. Point ASSAY_DATABASE_URL at the primary.',
    );
  }
  if (Number(server?.['version']) < OLDEST_SERVER) {
    throw new LedgerError('unusable', 'The ledger needs PostgreSQL 13 or newer. Update the server.');
  }
  if (['off', 'local'].includes(String(server?.['durability']))) {
    throw new LedgerError(
      'unusable',
      'PostgreSQL did not let this session wait for the disk: synchronous_commit stays off. Allow it for this user.',
    );
  }
}
