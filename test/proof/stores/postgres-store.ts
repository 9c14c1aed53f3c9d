import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { checkPostgres, openPostgresLedger } from '../../../core/ledger/postgres/postgres-ledger.ts';
import { temporaryDatabase } from '../../ledger/postgres/temporary-database.ts';
import {
  BALANCE,
  HOLD,
  readEventIds,
  REQUESTS,
  EVENTS,
  type Balance,
  type RequestRow,
  type Store,
} from './books.ts';

/** What a gateway takes for death, and a little more, milliseconds. */
const LEASE_MS = 16_000;

/** A database of its own. */
export async function postgresStore(administrator: string): Promise<Store> {
  const database = await temporaryDatabase(administrator);
  const { url } = database;
  const read = async <Value>(query: (client: Client) => Promise<Value>): Promise<Value> => {
    const client = new Client({ connectionString: url, options: '-c search_path=assay' });
    await client.connect();
    try {
      return await query(client);
    } finally {
      await client.end();
    }
  };
  return {
    url,
    books: async () =>
      await read(async (client) => {
        await untilQuiet(client);
        // The driver gives 64-bit integers as text.
        const [balance] = (await client.query<Record<keyof Balance, string>>(BALANCE)).rows;
        const requests = (await client.query<Record<keyof RequestRow, string | null>>(REQUESTS)).rows;
        return {
          posted: Number(balance?.posted),
          reserved: Number(balance?.reserved),
          requests: requests.map(({ id, state, hold, charge }) => ({
            id: String(id),
            state: String(state),
            hold: Number(hold),
            charge: charge === null ? null : Number(charge),
          })),
          eventIds: readEventIds((await client.query(EVENTS)).rows),
          problems: await checkPostgres(client, { logs: true }),
        };
      }),
    hasHold: async () => (await database.run(HOLD)).length > 0,
    open: async () => await openPostgresLedger({ url, recover: false }),
    async lapse() {
      const [server] = await database.run(
        'SELECT extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) * 1000 AS up_ms',
      );
      // A lease begins anew with the server.
      await wait(Math.max(0, LEASE_MS - Number(server?.['up_ms'])));
      const [table] = await database.run("SELECT to_regclass('assay.gateway') AS name");
      if (table?.['name'] !== null)
        await database.run(`UPDATE gateway SET renewed_ms = renewed_ms - ${LEASE_MS}`);
    },
    remove: async () => await database.drop(),
  };
}

/** The server may still be committing what a gateway sent before it was killed. */
async function untilQuiet(client: Client): Promise<void> {
  const running = `SELECT 1 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`;
  while (((await client.query(running)).rowCount ?? 0) > 0) await wait(5);
}
