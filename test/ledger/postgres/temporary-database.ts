import { randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import { Client } from 'pg';

/** A database of its own for one test. */
export interface TemporaryDatabase {
  readonly url: string;
  /** Runs SQL behind the ledger's back, as the ledger's tables see it. */
  run(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** The same of rows that never change: without the triggers that say so. */
  rewrite(sql: string): Promise<void>;
  drop(): Promise<void>;
}

/** The server's administrator: from the environment, or whoever gets in without a password on the standard port. */
const CANDIDATES = [
  process.env['TEST_POSTGRES_URL'],
  ...[process.env['PGUSER'], userInfo().username, 'postgres'].map(
    (user) => user && `postgres://${user}@127.0.0.1:5432/postgres`,
  ),
].filter((url) => url !== undefined && url !== '');

/** @returns the administrator's address; undefined where no PostgreSQL answers. */
export async function findPostgres(): Promise<string | undefined> {
  for (const url of CANDIDATES) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: 60_000 });
    try {
      await client.connect();
      return url;
    } catch {
      // The next candidate may get in.
    } finally {
      await client.end();
    }
  }
  return undefined;
}

async function once(
  url: string,
  sql: string,
  settings = '',
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client({ connectionString: url, options: `-c search_path=assay ${settings}` });
  await client.connect();
  try {
    const { rows } = await client.query<Readonly<Record<string, unknown>>>(sql);
    return rows;
  } finally {
    await client.end();
  }
}

export async function temporaryDatabase(administrator: string): Promise<TemporaryDatabase> {
  const name = `assay_test_${randomBytes(6).toString('hex')}`;
  await once(administrator, `CREATE DATABASE ${name}`);
  const address = new URL(administrator);
  address.pathname = `/${name}`;
  return {
    url: address.href,
    run: async (sql) => await once(address.href, sql),
    rewrite: async (sql) => void (await once(address.href, sql, '-c session_replication_role=replica')),
    drop: async () => {
      await once(administrator, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}
