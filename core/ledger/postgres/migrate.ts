import { readdirSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { LedgerError, olderGatewayRuns } from '../ledger-error.ts';
import { readInteger } from '../ledger-row.ts';
import { rowsOf, SCHEMA } from './connection.ts';

/** `ASSA` in ASCII: the advisory lock under which gateways that start together migrate one after the other. */
const MIGRATION_LOCK = 0x41535341;
const FOLDER = new URL('./migrations/', import.meta.url);
const OLDEST_SERVER = 130_000;

/** @returns the SQL of every migration, the first at index 0. @throws Error where a number is missing or taken twice. */
export function readMigrations(folder = FOLDER): readonly string[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return files.map((name, index) => {
    if (Number.parseInt(name, 10) !== index + 1) {
      throw new Error(`The migration ${name} is out of order: number them from 0001 without gaps.`);
    }
    return readFileSync(new URL(name, folder), 'utf8');
  });
}

export interface MigrationTerms {
  /** A gateway with a sign of life within so many milliseconds keeps the database as it is. */
  readonly unlessAliveWithinMs?: number | undefined;
}

/**
 * Brings the database to the newest version, in one transaction: a crash leaves the old version whole.
 * Written migrations never change; new ones are added with the next number.
 * @throws LedgerError `unusable` where the database is of a newer program, too old a server keeps it, or a gateway lives.
 */
export async function migratePostgres(
  client: Client,
  migrations = readMigrations(),
  { unlessAliveWithinMs }: MigrationTerms = {},
): Promise<void> {
  await client.query('BEGIN');
  try {
    await requireServer(client);
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA}`);
    await client.query('CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)');
    const [row] = await rowsOf(client, {
      text: 'SELECT coalesce(max(version), 0) AS version FROM schema_version',
    });
    const version = readInteger(row ?? {}, 'version');
    if (version > migrations.length) {
      throw new LedgerError(
        'unusable',
        `The database has schema version ${version}; this program knows versions up to ${migrations.length}. Start the newer program it was used with, or restore a backup made before the update.`,
      );
    }
    if (version > 0 && version < migrations.length && unlessAliveWithinMs !== undefined)
      await refuseBesideGateways(client, unlessAliveWithinMs);
    for (const migration of migrations.slice(version)) await client.query(migration);
    if (version < migrations.length) {
      await client.query('DELETE FROM schema_version');
      await client.query('INSERT INTO schema_version (version) VALUES ($1)', [migrations.length]);
    }
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** An older gateway must not find functions that it does not know. */
async function refuseBesideGateways(client: Client, aliveWithinMs: number): Promise<void> {
  const [row] = await rowsOf(client, {
    text: 'SELECT count(*) AS alive FROM gateway WHERE now_ms() - renewed_ms < $1',
    values: [aliveWithinMs],
  });
  if (readInteger(row ?? {}, 'alive') === 0) return;
  throw olderGatewayRuns(
    'in PostgreSQL',
    `; one that was killed counts as running for ${Math.ceil(aliveWithinMs / 1_000)} seconds`,
  );
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
